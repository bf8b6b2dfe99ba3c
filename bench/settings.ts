/** What `npm run bench` tells its parts, by the environment. */

/** Whether to show only that everything runs: few and short rounds, small sizes. */
export const quick = process.env['BENCH_QUICK'] === '1';

const given = (name: string): number | undefined => {
  const value = process.env[name];
  return value === undefined || value === '' ? undefined : Number(value);
};

/** How many rounds to measure. */
export const roundsOf = (usual: number): number => given('BENCH_ROUNDS') ?? (quick ? 1 : usual);

/** How long a round takes. */
export const secondsOf = (usual: number): number => given('BENCH_SECONDS') ?? (quick ? Math.min(usual, 0.3) : usual);

/** How long a subject is asked before it is measured: a program that is compiled while it runs takes some ten thousand requests until it is as fast as it will be. */
export const warmUpOf = (usual: number): number => given('BENCH_WARM_UP') ?? (quick ? Math.min(usual, 0.3) : usual);

/** How many rows, bytes or whatever a part works on. */
export const sizeOf = (variable: string, usual: number, small: number): number =>
  given(variable) ?? (quick ? small : usual);

/** Clients at the same time, each number measured for itself. */
export const clientsOf = (usual: readonly number[]): readonly number[] => {
  const list = process.env['BENCH_CLIENTS'];
  return list === undefined || list === '' ? usual : list.split(',').map(Number);
};

/** The address of the PostgreSQL that the part shall run on, of a database that is always there; nothing for SQLite. */
export const postgres = process.env['BENCH_POSTGRES'];
