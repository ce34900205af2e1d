/** What does a section look like as a picture? SVG by echarts on the server: no script in the page, colours of Okabe and Ito. */
import { requirePackage } from '../kit/require.js';
import type { Section } from './read.js';

const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7'];
/** Readable on white and on black. */
const GREY = '#808080';
const WIDTH = 760;
const HEIGHT = 300;
const MOST_LABEL = 24;

type Echarts = typeof import('echarts');

const axis = {
  axisLabel: { color: GREY },
  nameTextStyle: { color: GREY },
  splitLine: { lineStyle: { color: '#80808040' } },
};

/** An SVG element; empty where the section has no chart. Text in it is escaped by the renderer. */
export function chartOf({ names, rows, chart }: Section): string {
  if (chart === undefined) return '';
  const echarts = requirePackage('echarts') as Echarts;
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  const isLine = chart.shape === 'line';
  try {
    drawing.setOption({
      animation: false,
      color: COLOURS,
      textStyle: { fontFamily: 'sans-serif' },
      legend: { textStyle: { color: GREY } },
      grid: { left: 70, right: 60, top: 40, bottom: 50 },
      xAxis: isLine
        ? { ...axis, type: 'value', name: names[0], max: 'dataMax' }
        : {
            ...axis,
            type: 'category',
            name: names[0],
            data: rows.map(([x]) => String(x ?? '-').slice(0, MOST_LABEL)),
          },
      yAxis: { ...axis, type: 'value' },
      series: chart.series.map(name => {
        const column = names.indexOf(name);
        const value = (row: Section['rows'][number]) => row[column] ?? '-';
        return {
          name,
          type: chart.shape,
          showSymbol: rows.length < 3,
          data: rows.map(row => (isLine ? [row[0] ?? '-', value(row)] : value(row))),
        };
      }),
    });
    // The rules for a mouse are of no use without a script, and the page allows one style only.
    return drawing.renderToSVGString().replaceAll(/<style\b[\s\S]*?<\/style>/g, '');
  } finally {
    drawing.dispose();
  }
}
