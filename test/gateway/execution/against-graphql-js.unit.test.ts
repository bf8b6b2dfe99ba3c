import { execute, parse, validate } from 'graphql';
import type { ExecutionResult } from 'graphql';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Executor } from '../../../src/gateway/execution/executor.js';
import { defaultLimits } from '../../../src/gateway/execution/limits.js';
import { PreparedDocument } from '../../../src/gateway/execution/prepared.js';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import { DocumentWriter } from './documents.js';
import { mockedSchema } from './mocked-schema.js';
import type { Made } from './mocked-schema.js';

const schema = mockedSchema(buildApiSchema(resolvers));
const executor = new Executor({ schema, limits: defaultLimits });

/** `EXECUTION_ROUNDS=20000 npx vitest run test/gateway/execution` looks longer. */
const rounds = Number(process.env['EXECUTION_ROUNDS'] ?? 60);

/** Kinds of answers: those that come at once and those that wait, without mistakes and with many. */
const kinds: readonly (readonly [string, Omit<Made, 'seed'>])[] = [
  ['at once', { wrong: 0, absent: 20, late: 0 }],
  ['at once, with mistakes', { wrong: 4, absent: 5, late: 0 }],
  ['later', { wrong: 0, absent: 20, late: 50 }],
  ['later, with mistakes', { wrong: 4, absent: 5, late: 50 }],
];

const shown = ({ data, errors }: ExecutionResult) => ({
  data: JSON.stringify(data),
  errors: errors?.map(({ message, path, locations, extensions: { code, ...extensions } }) => {
    // graphql-js does not say whose mistake an argument is.
    const own = code === 'BAD_USER_INPUT' ? {} : { code };
    return { message, path, locations, extensions: { ...extensions, ...own } };
  }),
});

/** An operation that was made up, and four sets of variables for it. */
function madeUp(choose: (most: number) => number) {
  const writer = new DocumentWriter(schema, choose);
  const generated = writer.write(choose(4) === 0 ? 'mutation' : 'query');
  const document = parse(generated.source);
  if (validate(schema, document).length > 0) return null;
  const operation = new PreparedDocument(schema, document, 'digest').operation(undefined);
  if (!operation) throw new Error('there is no operation');
  return {
    source: generated.source,
    document,
    operation,
    sent: Array.from({ length: 4 }, () => writer.values(generated)),
  };
}

/** Runs a check on operations that were made up, twelve times each, with answers of the same kind. */
async function eachTime(
  made: Omit<Made, 'seed'>,
  check: (
    operation: NonNullable<ReturnType<typeof madeUp>>,
    contextValue: Made,
    variableValues: Record<string, unknown>,
  ) => Promise<void>,
): Promise<void> {
  let checked = 0;
  const property = fc.asyncProperty(fc.gen(), fc.nat(), async (g, seed) => {
    const found = madeUp((most) => g(fc.nat, { max: most - 1 }));
    if (!found) return;
    checked += 1;
    for (let time = 0; time < 12; time += 1) {
      await check(found, { ...made, seed: seed + (time % 3) }, found.sent[time % found.sent.length] ?? {});
    }
  });
  // The seed says it all: to look for a smaller document takes longer than to read this one.
  await fc.assert(property, { numRuns: rounds, endOnFailure: true });
  expect(checked).toBeGreaterThan(rounds / 3);
}

/** graphql-js forgets items of a list that wait where another fails at once: their rejections are nobody's. */
async function deafToRejections(work: () => Promise<void>): Promise<void> {
  const event = 'unhandledRejection';
  const listeners = process.listeners(event);
  process.removeAllListeners(event);
  process.on(event, () => undefined);
  try {
    await work();
    // They are reported when everything else was heard.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.removeAllListeners(event);
    for (const listener of listeners) process.on(event, listener);
  }
}

describe('operations run as graphql-js runs them, every time', () => {
  test.each(kinds)('answers that come %s', async (_kind, made) => {
    await deafToRejections(() =>
      eachTime(made, async ({ source, document, operation }, contextValue, variableValues) => {
        const options = { maxCoercionErrors: 20 };
        const expected = await execute({ schema, document, contextValue, variableValues, options });
        const found = await executor.run(operation, contextValue, variableValues);
        expect(shown(found), `${source}\n${JSON.stringify(variableValues)}`).toEqual(shown(expected));
      }),
    );
  });
  test('and leave no rejection that nobody hears', async () => {
    await eachTime({ wrong: 10, absent: 10, late: 50 }, async ({ operation }, contextValue, variableValues) => {
      await executor.run(operation, contextValue, variableValues);
    });
  });
});
