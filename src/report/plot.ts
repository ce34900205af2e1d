/**
 * What does a curve look like in a terminal? One mark for each line, axes with their numbers, a legend; in block
 * characters or plain ASCII. Where lines cross, the one named first is seen.
 */
import { fit, padStart, widthOf } from '../kit/width.js';

export interface PlotLine {
  readonly name: string;
  /** Last x at which the line has a value. */
  readonly end: number;
  /** Value at x, 1 ≤ x ≤ end. */
  readonly value: (x: number) => number;
}

export interface PlotShape {
  /** Terminal columns in all, at least 30. */
  readonly width: number;
  /** Rows of the plot itself. */
  readonly height: number;
  readonly isUnicode: boolean;
  readonly xLabel: string;
  readonly yLabel: string;
}

interface Ink {
  readonly marks: readonly string[];
  readonly tick: string;
  readonly corner: string;
  readonly floor: string;
}

const BLOCKS: Ink = { marks: ['█', '▒', '▚', '░', '▖', '▝'], tick: '┤', corner: '└', floor: '─' };
const ASCII: Ink = { marks: ['#', 'o', '*', '.', '+', 'x'], tick: '|', corner: '+', floor: '-' };
/** Steps of a scale that people read easily. */
const STEPS = [1, 2, 2.5, 5, 10];

/** The least easy number that is not below the value; 1 for nothing. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find(one => one * power >= value * (1 - 1e-12)) ?? 10;
  return Number((step * power).toPrecision(3));
}

/** x of the middle of a column. */
const xOf = (column: number, columns: number, most: number): number =>
  Math.max(1, Math.round(((column + 0.5) / columns) * most));

/** Rows from the top; a line of which a step is higher than a row is drawn through. */
function draw(grid: string[][], line: PlotLine, mark: string, scale: { x: number; y: number }): void {
  const rows = grid.length;
  const columns = grid[0]?.length ?? 0;
  let before: number | undefined;
  for (let column = 0; column < columns; column++) {
    const x = xOf(column, columns, scale.x);
    const value = x > line.end ? Number.NaN : line.value(x);
    if (Number.isNaN(value)) {
      before = undefined;
      continue;
    }
    const row = rows - 1 - Math.min(rows - 1, Math.max(0, Math.round((value / scale.y) * (rows - 1))));
    const from = before === undefined || before === row ? row : before + Math.sign(row - before);
    for (let at = Math.min(from, row); at <= Math.max(from, row); at++) {
      (grid[at] as string[])[column] = mark;
    }
    before = row;
  }
}

/** Highest value that will be drawn. */
function topOf(lines: readonly PlotLine[], columns: number, x: number): number {
  let top = 0;
  for (const line of lines) {
    for (let column = 0; column < columns; column++) {
      const at = xOf(column, columns, x);
      if (at <= line.end) top = Math.max(top, line.value(at) || 0);
    }
  }
  return top;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

function floorLines(margin: number, columns: number, most: number, shape: PlotShape, ink: Ink): string[] {
  const middle = most % 2 === 0 || most > 20 ? short(Math.round(most / 2)) : '';
  const end = short(most);
  const half = Math.floor(columns / 2);
  const numbers = `0${padStart(middle, half - 1 + Math.ceil(middle.length / 2))}`;
  return [
    `${' '.repeat(margin)}${ink.corner}${ink.floor.repeat(columns)}`,
    `${' '.repeat(margin + 1)}${numbers}${padStart(end, columns - widthOf(numbers))}  ${shape.xLabel}`.trimEnd(),
  ];
}

/** Lines of text, none wider than the shape. Nothing is drawn for lines without values. */
export function plotLines(lines: readonly PlotLine[], shape: PlotShape): string[] {
  const ink = shape.isUnicode ? BLOCKS : ASCII;
  const x = Math.max(1, ...lines.map(line => line.end));
  const margin = 6;
  const columns = Math.max(10, shape.width - margin - 3 - widthOf(shape.xLabel));
  const y = roundUp(topOf(lines, columns, x));
  const grid = Array.from({ length: shape.height }, () => Array.from({ length: columns }, () => ' '));
  const markOf = (i: number): string => ink.marks[i % ink.marks.length] as string;
  for (const [i, line] of [...lines.entries()].reverse()) draw(grid, line, markOf(i), { x, y });
  const label = (row: number): string => {
    const share = (shape.height - 1 - row) / (shape.height - 1);
    return row === 0 || row === shape.height - 1 || row * 2 === shape.height - 1 ? short(y * share) : '';
  };
  return [
    shape.yLabel,
    ...grid.map((cells, row) => `${padStart(label(row), margin - 1)} ${ink.tick}${cells.join('')}`.trimEnd()),
    ...floorLines(margin, columns, x, shape, ink),
    ...lines.map((line, i) => fit(`${' '.repeat(margin + 1)}${markOf(i)} ${line.name}`, shape.width)),
  ];
}
