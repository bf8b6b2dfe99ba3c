import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A list of columns as schema.prisma writes it, without the order of an index. */
const columnsOf = (list: string) => list.split(',').map((column) => column.replace(/\(.*/, '').trim());

const models = [...readFileSync('schema.prisma', 'utf8').matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(
  ([, name = '', body = '']) => ({
    name,
    indexes: [
      ...[...body.matchAll(/@@(?:unique|index|id)\(\[([^\]]*)\]/g)].map(([, list = '']) => columnsOf(list)),
      ...[...body.matchAll(/^ +(\w+) .*@(?:unique|id)\b/gm)].map(([, column = '']) => [column]),
    ],
    references: [...body.matchAll(/@relation\(.*fields: \[([^\]]*)\]/g)].map(([, list = '']) => columnsOf(list)),
  }),
);

test('schema.prisma is understood', () => {
  expect(models.length).toBeGreaterThan(40);
  expect(models.flatMap(({ references }) => references).length).toBeGreaterThan(50);
});

// Databases look for the rows that refer to a deleted one: without an index they read the whole table, for each deleted row.
test.each(models.filter(({ references }) => references.length > 0))(
  'an index of $name finds the rows that refer to a deleted one',
  ({ references, indexes }) => {
    const missing = references.filter(
      (columns) => !indexes.some((index) => columns.every((column, place) => index[place] === column)),
    );
    expect(missing).toEqual([]);
  },
);
