import { expect, test } from 'vitest';
import { breakingChanges, compare } from '../../scripts/schema-changes.mjs';

const before = `
  enum Colour { RED GREEN }
  input Find { name: String, colour: Colour }
  type Thing { id: ID!, name: String!, old: String @deprecated(reason: "since 1.0: use name") }
  type Query { thing(id: ID!, by: Find): Thing, things: [Thing!]! }
`;

test.each<[string, string, string, string[]]>([
  ['a field goes', 'name: String!, old', 'old', ['FIELD_REMOVED Thing.name']],
  ['a field may be null', 'name: String!', 'name: String', ['FIELD_TYPE_CHANGED Thing.name']],
  ['a field is never null', 'old: String', 'old: String!', []],
  ['a field comes', 'name: String!', 'name: String!, age: Int', []],
  ['an argument goes', ', by: Find', '', ['FIELD_ARGUMENT_REMOVED Query.thing.by']],
  ['an argument is needed', 'by: Find', 'by: Find!', ['FIELD_ARGUMENT_TYPE_CHANGED Query.thing.by']],
  ['an input field is needed', 'name: String,', 'name: String!,', ['INPUT_FIELD_TYPE_CHANGED Find.name']],
  ['an input field comes', 'colour: Colour', 'colour: Colour, size: Int', []],
  ['a word of an enum goes', 'RED GREEN', 'RED', ['ENUM_VALUE_REMOVED Colour.GREEN']],
  ['a query goes', ', things: [Thing!]!', '', ['FIELD_REMOVED Query.things']],
  ['a description changes', 'type Thing', '"A thing." type Thing', []],
])('%s', async (_, was, becomes, broken) => {
  expect(before).toContain(was);
  const changes = await breakingChanges(before, before.replace(was, becomes));
  expect(changes.map(({ change }) => change)).toEqual(broken);
});

test('what is declared may break, and what is declared has to', () => {
  const changes = [
    { change: 'FIELD_REMOVED Thing.name', message: '' },
    { change: 'FIELD_REMOVED Thing.old', message: '' },
  ];
  const declared = [{ change: 'FIELD_REMOVED Thing.old' }, { change: 'FIELD_REMOVED Thing.gone' }];
  const { undeclared, outdated } = compare(changes, declared);
  expect(undeclared.map(({ change }) => change)).toEqual(['FIELD_REMOVED Thing.name']);
  expect(outdated).toEqual([{ change: 'FIELD_REMOVED Thing.gone' }]);
});
