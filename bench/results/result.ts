import { z } from 'zod';

/** What a benchmark tells of one thing that it measured, a line of JSON for each. */
const told = z.strictObject({
  name: z.string(),
  /** The median, where there were rounds. */
  value: z.number(),
  unit: z.string(),
  /** The least and the most of all rounds. */
  spread: z.tuple([z.number(), z.number()]).optional(),
  /** Which values are good; nothing where a value is neither, such as a baseline's. */
  better: z.enum(['higher', 'lower']).optional(),
  limit: z.number().optional(),
  /** Whether it is within its limit. */
  ok: z.boolean().optional(),
});
export type Told = Readonly<z.infer<typeof told>>;

/** The same with the benchmark that told it. */
const result = told.extend({ bench: z.string(), database: z.enum(['sqlite', 'postgresql']).optional() });
export type Result = Readonly<z.infer<typeof result>>;

/** What absolute numbers depend on. */
const machine = z.strictObject({
  processor: z.string(),
  cores: z.number(),
  memoryGb: z.number(),
  system: z.string(),
  node: z.string(),
});
export type Machine = Readonly<z.infer<typeof machine>>;

const resultsFile = z.strictObject({
  measuredAt: z.string(),
  /** Whether rounds were few and short, so that the numbers show only that everything runs. */
  quick: z.boolean(),
  machine,
  results: z.array(result),
});
export type ResultsFile = Readonly<z.infer<typeof resultsFile>>;

/** @returns null where a line of a benchmark is no result but something to read */
export function toldIn(line: string): Told | null {
  if (!line.startsWith('{')) return null;
  try {
    return told.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** @throws where the text is no file of results */
export const parsedResults = (text: string): ResultsFile => resultsFile.parse(JSON.parse(text));

/** What one result is the same thing as in another run. */
export const keyOf = ({ bench, database, name, unit }: Result): string =>
  [bench, database ?? '', name, unit].join('\u0000');

/** Whether the number is a part of another one of the same run, which machines change little. */
export const isRatio = ({ unit }: Told): boolean => /^(?:×|x\b)/.test(unit);
