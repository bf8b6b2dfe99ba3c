import { beforeAll, describe, expect, test } from 'vitest';
import { camel } from '../../../src/platform/wording.js';
import { coordinatesIn, fieldOf, hasArgument, valueAt } from '../harness/fields.js';
import { namesIn, tablesOf, textOf } from '../harness/guide.js';
import { absent, expectedOf, namesOf, pairsOf, saidOf } from '../harness/mapping.js';
import type { Pair } from '../harness/mapping.js';
import { onSharedServer } from '../harness/site.js';
import { emptyRequest, openAnswers, operations, rowsByName } from './vault-answers.js';
import type { Answered } from './vault-answers.js';

const guide = 'from-vault.md';
const tables = tablesOf(guide);
const rowsUnder = (title: string) => tables.filter(({ header }) => header[0] === title).flatMap(({ rows }) => rows);

/** The field that a row's operation begins with. */
function rootFieldOf(name: string): string | undefined {
  const operation = operations.get(rowsByName.get(name)?.operation?.name ?? '');
  return operation && coordinatesIn(operation)[0];
}

describe('paths', () => {
  const rows = rowsUnder('REST').map(([paths, fields]) => ({ paths: namesIn(paths), names: namesIn(fields) }));

  test('each path has one row, and each row is a path', () => {
    expect(rows.flatMap(({ paths }) => paths).sort()).toEqual([...rowsByName.keys()].sort());
  });

  test.each([...rowsByName])('%s is what its field answers', (name, row) => {
    const { names = [] } = rows.find(({ paths }) => paths.includes(name)) ?? {};
    const fields = names.filter((each) => /^\w+$/.test(each));
    for (const field of fields) expect(fieldOf(field)).toBeDefined();
    expect(fields[0]).toBe(rootFieldOf(name));
    for (const [, argument = '', value] of names.map((each) => /^(\w+): (\w+)$/.exec(each) ?? [])) {
      if (argument !== '') expect(String(valueAt(row.variables(emptyRequest), `input.${argument}`))).toBe(value);
    }
  });
});

describe('parameters', () => {
  const renamed = rowsUnder('parameter').map(([names, fields]) => ({ names: namesIn(names), fields: namesIn(fields) }));
  const [, without = ''] = /^These have no field: ([\s\S]*?)\n\n/m.exec(textOf(guide)) ?? [];
  const parameters = [...rowsByName]
    .filter(([, row]) => row.operation)
    .flatMap(([name, row]) => Object.keys(row.fields).map((parameter) => ({ name, parameter })));

  test.each(parameters)('$parameter of $name', ({ name, parameter }) => {
    const mutation = rootFieldOf(name) ?? '';
    const others = renamed.filter(({ names }) => names.includes(parameter)).flatMap(({ fields }) => fields);
    const taken = [camel(parameter), ...others].some(
      (field) => hasArgument(mutation, `input.${field}`) || hasArgument(mutation, field),
    );
    expect(taken || namesIn(without).includes(parameter)).toBe(true);
  });

  test('nothing stands there that no path takes', () => {
    const known = new Set(parameters.map(({ parameter }) => parameter));
    const named = [...renamed.flatMap(({ names }) => names), ...namesIn(without)].filter((name) => /^\w+$/.test(name));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('answers', () => {
  const site = onSharedServer();
  const answerTables = new Map(
    tables.flatMap(({ header, rows }) => {
      const [, name] = /^(?:answer|`key_info`) of `([^`]+)`$/.exec(header[0] ?? '') ?? [];
      if (name === undefined) return [];
      const pairs = rows.flatMap(pairsOf);
      const fields = pairs.flatMap(({ field }) => field ?? []);
      return [
        [name, { of: namesIn(header[1])[0] ?? '', names: pairs.map(({ rest }) => rest), fields, pairs }] as const,
      ];
    }),
  );
  let all: readonly Answered[];
  beforeAll(async () => {
    all = await openAnswers(site.get, answerTables);
  });

  test.each([...answerTables])('%s', (name, { pairs }) => {
    const seen = new Set<string>();
    for (const { said, object } of all.filter(({ of }) => of === name)) {
      for (const pair of pairs) {
        const value = saidOf(said, pair);
        if (value !== absent) seen.add(pair.rest);
        if (!ofTheMoment(pair)) expect({ [pair.rest]: value }).toEqual({ [pair.rest]: expectedOf(pair, object) });
      }
      expect(namesOf(said, pairs).filter((each) => !pairs.some(({ rest }) => rest === each))).toEqual([]);
    }
    expect(pairs.map(({ rest }) => rest).filter((each) => !seen.has(each))).toEqual([]);
  });

  /** What two requests, one after another, need not agree on; that it is there is seen all the same. */
  const ofTheMoment = ({ rule }: Pair) => ['less with each second', 'what the caller sent'].includes(rule);
});
