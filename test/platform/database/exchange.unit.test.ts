import { expect, test } from 'vitest';
import { exchange } from '../../../src/platform/database/postgresql/exchange.js';
import type { StatementRun } from '../../../src/platform/database/postgresql/exchange.js';

interface Answering {
  submit(connection: object): unknown;
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { fields: string[] }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
}

/** A connection whose server answers when the test says so. */
function connection(prepared: readonly string[] = []) {
  const sent: string[] = [];
  const said = (what: string) => () => void sent.push(what);
  const wire = {
    stream: { cork: () => undefined, uncork: () => undefined },
    parsedStatements: Object.fromEntries(prepared.map((name) => [name, 'SELECT'])),
    ...{ close: said('close'), parse: said('parse'), bind: said('bind') },
    ...{ describe: said('describe'), execute: said('execute'), sync: said('sync') },
  };
  const open: Answering[] = [];
  const query = (asked: Answering) => {
    open.push(asked);
    asked.submit(wire);
  };
  const answer = (column: string | null) => {
    const asked = open.at(-1);
    if (column !== null) asked?.handleRowDescription({ fields: [{ name: column, dataTypeID: 25 }] });
    asked?.handleDataRow({ fields: ['value'] });
    asked?.handleCommandComplete();
    asked?.handleReadyForQuery();
  };
  const run = async (runs: readonly StatementRun[]): Promise<unknown> => {
    const answered: unknown = await Reflect.apply(exchange, undefined, [{ query }, runs]);
    return answered;
  };
  return { sent, answer, run };
}

const statement = (name: string): StatementRun => ({ statement: { name, text: 'SELECT' }, values: [] });

async function describeOnce(name: string): Promise<void> {
  const { run, answer } = connection();
  const answered = run([statement(name)]);
  answer('other');
  await answered;
}

test('rows keep their columns while other connections describe any number of other statements', async () => {
  await describeOnce('kept');
  const { run, answer, sent } = connection(['kept']);
  const answered = run([statement('kept')]);
  expect(sent).not.toContain('describe');
  for (let index = 0; index < 1_100; index += 1) await describeOnce(`other ${index}`);
  answer(null);
  expect(await answered).toEqual([{ rows: [{ other: 'value' }] }]);
  const again = connection(['kept']);
  const later = again.run([statement('kept')]);
  expect(again.sent).toContain('describe');
  again.answer('other');
  expect(await later).toEqual([{ rows: [{ other: 'value' }] }]);
});

test('a connection forgets what it has prepared before that is too much', async () => {
  const { run, answer, sent } = connection(Array.from({ length: 1_000 }, (_, index) => `prepared ${index}`));
  const answered = run([statement('one more'), statement('prepared 1')]);
  expect(sent.lastIndexOf('close')).toBe(999);
  expect(sent.filter((what) => what === 'parse')).toHaveLength(2);
  answer('other');
  await answered.catch(() => undefined);
});

test('nothing is sent if a value cannot be', async () => {
  const { run, sent } = connection();
  await expect(run([{ ...statement('dated'), values: [new Date(Number.NaN)] }])).rejects.toThrow(RangeError);
  expect(sent).toEqual([]);
});
