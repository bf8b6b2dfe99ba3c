import { short } from '../results/show.js';

/** One measured thing: its median and what the rounds had at least and at most. */
export interface Point {
  readonly value: number;
  readonly spread: readonly [number, number];
}

export interface Row {
  readonly label: string;
  /** One for each series, where it was measured. */
  readonly points: readonly (Point | null)[];
  /** What the values should not pass. */
  readonly limit?: number;
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly string[];
  readonly rows: readonly Row[];
  /** A value to compare with by eye, such as 1 of ratios. */
  readonly mark?: number;
}

/** Of the part with the values, in pixels, as everything here. */
const plotWidth = 380;
/** Least room for labels, at the left. */
const labelWidth = 330;
/** Of a character in a label, as the widest of the usual fonts have it. */
const characterWidth = 6.4;
const right = 90;
const top = 56;
const bottom = 30;
const perPoint = 15;
const gap = 8;

/**
 * Medians as dots on a line from the least to the most of all rounds, on a logarithmic scale, with each number beside it, and a red line at the limit of a row.
 * Colours follow the reader's choice of light or dark; without styles everything is still there.
 */
export function dotChart({ title, unit, series, rows, mark }: Chart): string {
  const scale = scaleOf(rows, mark);
  const left = Math.max(
    labelWidth,
    Math.ceil(Math.max(...rows.map(({ label }) => label.length)) * characterWidth) + 24,
  );
  const width = left + plotWidth + right;
  const rowHeight = series.length * perPoint + gap;
  const height = top + rows.length * rowHeight + bottom;
  const x = (value: number) => fixed(left + scale.part(value) * plotWidth);
  const lines = scale.ticks.map(
    (tick) =>
      `<line class="grid" x1="${x(tick)}" y1="${top - 6}" x2="${x(tick)}" y2="${height - bottom}"/>` +
      `<text class="axis" x="${x(tick)}" y="${height - bottom + 16}" text-anchor="middle">${short(tick)}</text>`,
  );
  const marked =
    mark === undefined
      ? []
      : [`<line class="mark" x1="${x(mark)}" y1="${top - 6}" x2="${x(mark)}" y2="${height - bottom}"/>`];
  const drawn = rows.flatMap(({ label, points, limit }, index) => {
    const y = top + index * rowHeight;
    const middle = y + (series.length * perPoint) / 2;
    return [
      `<text x="${left - 12}" y="${fixed(middle + 4)}" text-anchor="end">${escaped(label)}</text>`,
      ...(limit === undefined
        ? []
        : [`<line class="limit" x1="${x(limit)}" y1="${y}" x2="${x(limit)}" y2="${y + series.length * perPoint}"/>`]),
      ...points.flatMap((point, at) =>
        point === null ? [] : [dot(point, at, { y: y + (at + 0.5) * perPoint, x, numbersAt: width - right + 14 })],
      ),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<text class="title" x="12" y="22">${escaped(title)}, ${escaped(unit)}</text>`,
    ...(series.length > 1 ? series.map((name, at) => legend(name, at, left)) : []),
    ...lines,
    ...marked,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

interface Place {
  readonly y: number;
  readonly x: (value: number) => string;
  readonly numbersAt: number;
}

function dot({ value, spread: [least, most] }: Point, at: number, { y, x, numbersAt }: Place): string {
  const name = `s${at}`;
  return (
    `<line class="range ${name}" x1="${x(least)}" y1="${fixed(y)}" x2="${x(most)}" y2="${fixed(y)}"/>` +
    `<circle class="${name}" cx="${x(value)}" cy="${fixed(y)}" r="4"/>` +
    `<text class="value" x="${numbersAt}" y="${fixed(y + 4)}">${short(value)}</text>`
  );
}

const legend = (name: string, at: number, left: number): string =>
  `<circle class="s${at}" cx="${left + at * 130}" cy="38" r="4"/><text x="${left + at * 130 + 9}" y="42">${escaped(name)}</text>`;

interface Scale {
  /** From 0 on the left to 1 on the right. */
  part(value: number): number;
  readonly ticks: readonly number[];
}

function scaleOf(rows: readonly Row[], mark?: number): Scale {
  const values = rows.flatMap(({ points, limit }) => [
    ...points.flatMap((point) => (point === null ? [] : [...point.spread])),
    ...(limit === undefined ? [] : [limit]),
  ]);
  const known = [...values, ...(mark === undefined ? [] : [mark])].filter((value) => value > 0);
  const [least, most] = known.length === 0 ? [1, 10] : [Math.min(...known), Math.max(...known)];
  const [from, to] = [Math.log10(least) - 0.05, Math.log10(most) + 0.05];
  const steps = to - from > 2 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power += 1)
    ticks.push(...steps.map((step) => Number(`${step}e${power}`)));
  return {
    part: (value) => (value > 0 ? (Math.log10(value) - from) / (to - from) : 0),
    ticks: ticks.filter((tick) => Math.log10(tick) >= from && Math.log10(tick) <= to),
  };
}

const fixed = (value: number): string => Number(value.toFixed(1)).toString();

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const style = [
  'text{font:12px system-ui,sans-serif;fill:#1f2328}',
  '.title{font-weight:600;font-size:14px}',
  '.axis,.value{fill:#59636e;font-size:11px}',
  '.grid{stroke:#d1d9e0}',
  '.mark{stroke:#59636e;stroke-dasharray:4 3}',
  '.limit{stroke:#cf222e;stroke-width:2}',
  '.range{stroke-width:2}',
  '.s0{fill:#0969da;stroke:#0969da}',
  '.s1{fill:#bc4c00;stroke:#bc4c00}',
  '@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.axis,.value{fill:#9198a1}.grid{stroke:#3d444d}.mark{stroke:#9198a1}' +
    '.limit{stroke:#f85149}.s0{fill:#4493f8;stroke:#4493f8}.s1{fill:#db6d28;stroke:#db6d28}}',
].join('');
