import { parts } from '../parts.js';
import { isRatio } from '../results/result.js';
import type { Result, ResultsFile } from '../results/result.js';
import type { Chart, Point, Row } from './dots.js';

interface ChartOfResults {
  /** In `docs/charts`, without its ending. */
  readonly file: string;
  readonly title: string;
  readonly unit: string;
  readonly mark?: number;
  /** What a result is called in the chart; null where it is not in it. */
  readonly labelOf: (result: Result) => string | null;
}

/** A chart of one benchmark's results of one unit, under the part of the name that a pattern holds. */
const charted =
  (bench: string, unit: string, pattern: RegExp) =>
  (result: Result): string | null =>
    result.bench === bench && result.unit === unit ? (pattern.exec(result.name)?.[1] ?? null) : null;

/** What parts measure beside a baseline: of a machine that did other things too, a ratio of one run is what is worth a look. */
const besideBaselines = parts
  .filter(({ name }) => name !== 'peer')
  .map(({ name, about }): ChartOfResults => ({
    ...{ file: name, title: `${name}: ${about}`, unit: 'times the baseline', mark: 1 },
    labelOf: (result) => (result.bench === name && isRatio(result) ? labelOfRatio(result) : null),
  }));

const labelOfRatio = ({ name, unit }: Result): string => (unit === '×' ? name : `${name}, ${unit}`);

/** Every chart of the documentation. */
export const charts: readonly ChartOfResults[] = [
  {
    ...{ file: 'jobs-rate', title: 'Jobs of clients', unit: 'requests a second' },
    labelOf: charted('jobs', '/s', /^([^:]*)$/),
  },
  {
    ...{ file: 'jobs-cpu', title: 'CPU of a request, all threads and the database', unit: 'microseconds' },
    labelOf: charted('jobs', 'µs', /^([^:]*): CPU$/),
  },
  {
    ...{ file: 'peer-rate', title: 'Requests a second beside other servers', unit: 'times theirs', mark: 1 },
    labelOf: charted('peer', '× theirs', /^([^:]*: [^:]*)$/),
  },
  {
    ...{ file: 'peer-cpu', title: 'CPU of a request beside other servers', unit: 'times theirs', mark: 1 },
    labelOf: charted('peer', '× theirs', /^([^:]*: [^:]*): CPU$/),
  },
  ...besideBaselines,
];

const databases = ['sqlite', 'postgresql'] as const;
const names = { sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const;

/** The chart as the results have it; null where they hold nothing of it. */
export function chartOf({ title, unit, mark, labelOf }: ChartOfResults, { results }: ResultsFile): Chart | null {
  const shown = results.flatMap((result) => {
    const label = labelOf(result);
    return label === null ? [] : [{ label, result }];
  });
  if (shown.length === 0) return null;
  const series = databases.filter((database) => shown.some(({ result }) => databaseOf(result) === database));
  const labels = [...new Set(shown.map(({ label }) => label))];
  const rows = labels.map((label): Row => {
    const found = series.map((database) =>
      shown.find((each) => each.label === label && databaseOf(each.result) === database),
    );
    const limit = found.find((each) => each?.result.limit !== undefined)?.result.limit;
    return {
      label,
      points: found.map((each) => (each ? pointOf(each.result) : null)),
      ...(limit !== undefined && { limit }),
    };
  });
  return { title, unit, rows, series: series.map((name) => names[name]), ...(mark !== undefined && { mark }) };
}

/** What opens no database is measured once, and stands in one column. */
const databaseOf = ({ database = 'sqlite' }: Result): (typeof databases)[number] => database;

const pointOf = ({ value, spread = [value, value] }: Result): Point => ({ value, spread });
