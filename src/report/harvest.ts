/**
 * Which of these crawls was the better one? Their harvest side by side: at the end, after the same numbers of pages,
 * and as curves. Works on any terminal width; ASCII where asked.
 */
import { type LogReader, openLog } from '../log/query.js';
import { tableLines } from '../log/table.js';
import { HarvestCurve, type HarvestPoint } from './measure.js';
import { plotLines } from './plot.js';

export interface HarvestSource {
  /** Directory of a crawl. */
  readonly folder: string;
  /** As it is to be shown; default: the strategy of the log. */
  readonly name?: string;
  /** Addresses of all known targets. Absent: `pages.is_target`, with as many known ones as `knownTargets`. */
  readonly targets?: ReadonlySet<string>;
  readonly knownTargets?: number;
}

export interface HarvestShape {
  /** Terminal columns. */
  readonly width: number;
  /** Default true. */
  readonly isUnicode?: boolean;
  /** Numbers of pages at which the crawls are compared. Default: 100, 200, 500, 1000 … */
  readonly steps?: readonly number[];
}

const STEPS = [1, 2, 5]
  .flatMap(step => [2, 3, 4, 5, 6].map(power => step * 10 ** power))
  .sort((a, b) => a - b);
const PLOT_ROWS = 13;

async function nameOf(log: LogReader): Promise<string> {
  const [run] = await log.all('SELECT strategy FROM runs ORDER BY run DESC LIMIT 1');
  return String(run?.['strategy'] ?? 'crawl');
}

/** Reads the harvest of a crawl from its log. Rejects with a Fault as `openLog` does. */
export async function readHarvest(source: HarvestSource): Promise<HarvestCurve> {
  const log = await openLog(source.folder);
  try {
    const { targets } = source;
    const name = source.name ?? (await nameOf(log));
    const curve = new HarvestCurve(name, targets?.size ?? source.knownTargets ?? Number.NaN);
    const missing = new Set(targets);
    const answer = await log.query('SELECT relevance, is_relevant, is_target, url FROM fetches ORDER BY n');
    for await (const rows of answer.rows()) {
      for (const [relevance, isRelevant, isTarget, url] of rows) {
        const isFound = targets === undefined ? isTarget === true : missing.delete(String(url));
        curve.add(relevance === null ? Number.NaN : Number(relevance), isRelevant === true, isFound);
      }
    }
    return curve;
  } finally {
    log.close();
  }
}

const share = (value: number): string | null => (Number.isNaN(value) ? null : value.toFixed(3));

const hasTargets = (curve: HarvestCurve): boolean => !Number.isNaN(curve.knownTargets);

function table(names: readonly string[], rows: (string | null)[][], shape: HarvestShape): string[] {
  const isRight = names.map((_, i) => i > 0);
  const cells = rows.map(row => row.map(value => value ?? '-'));
  const lines = tableLines(names, cells, { width: shape.width, isRight });
  return shape.isUnicode === false ? lines.map(line => line.replaceAll(/[─—]/g, '-')) : lines;
}

function endTable(curves: readonly HarvestCurve[], shape: HarvestShape): string[] {
  const withRecall = curves.some(hasTargets);
  const names = ['crawl', 'pages', 'relevant', 'harvest', 'average', 'deviation'];
  const rows = curves.map(curve => {
    const end = curve.at(curve.pages);
    const recall = withRecall ? [String(end.targets), share(end.targetRecall)] : [];
    return [
      curve.name,
      String(end.pages),
      String(end.relevant),
      share(end.harvestRate),
      share(end.averageRelevance),
      share(end.deviation),
      ...recall,
    ];
  });
  return table(withRecall ? [...names, 'targets', 'recall'] : names, rows, shape);
}

/** One row a number of pages, one column a crawl; crawls that ended before have a dash. */
function stepTable(
  curves: readonly HarvestCurve[],
  shape: HarvestShape,
  value: (point: HarvestPoint) => number,
): string[] {
  const most = Math.max(...curves.map(curve => curve.pages));
  const steps = (shape.steps ?? STEPS).filter(step => step <= most);
  const rows = steps.map(step => [
    String(step),
    ...curves.map(curve => (step > curve.pages ? null : share(value(curve.at(step))))),
  ]);
  return rows.length === 0 ? [] : table(['pages', ...curves.map(curve => curve.name)], rows, shape);
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines, ''];

/** Tables and plot of the crawls as text. */
export function harvestReport(curves: readonly HarvestCurve[], shape: HarvestShape): string {
  if (curves.length === 0) return '';
  const width = Number.isFinite(shape.width) ? Math.max(30, shape.width) : 100;
  const sized = { ...shape, width };
  const recall = curves.some(hasTargets) ? stepTable(curves, sized, point => point.targetRecall) : [];
  const plot = plotLines(
    curves.map(curve => ({ name: curve.name, end: curve.pages, value: x => curve.at(x).harvestRate })),
    {
      width: Math.min(width, 100),
      height: PLOT_ROWS,
      isUnicode: shape.isUnicode !== false,
      xLabel: 'pages',
      yLabel: 'harvest rate',
    },
  );
  return [
    ...section('At the end', endTable(curves, sized)),
    ...section(
      'Harvest rate after so many pages',
      stepTable(curves, sized, point => point.harvestRate),
    ),
    ...section('Target recall after so many pages', recall),
    ...plot,
    '',
  ].join('\n');
}
