import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, Kind, OperationTypeNode, parse } from 'graphql';
import type { DocumentNode, FieldNode } from 'graphql';
import { expect, test } from 'vitest';

const at = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const namesIn = (folder: string, ending: string) =>
  readdirSync(at(folder)).flatMap((file) => (file.endsWith(ending) ? [path.basename(file, ending)] : []));

const documents = new Map<string, DocumentNode>(
  namesIn('graphql/client', '.graphql').map((area) => [
    area,
    parse(readFileSync(at(`graphql/client/${area}.graphql`), 'utf8')),
  ]),
);
const operations = [...documents].flatMap(([area, { definitions }]) =>
  definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [{ area, node }] : [])),
);
const rootFields = operations.flatMap(({ node }) =>
  node.selectionSet.selections.filter((one): one is FieldNode => one.kind === Kind.FIELD).map((one) => one.name.value),
);

test('each field of the API is in an operation', () => {
  const schema = buildSchema(readFileSync(at('graphql/schema.graphql'), 'utf8'));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  const wanted = fields.filter(({ deprecationReason }) => deprecationReason === undefined).map(({ name }) => name);
  expect(wanted.filter((name) => !rootFields.includes(name))).toEqual([]);
});

test('each area is a module, and no module is of an area that is gone', () => {
  const areas = new Set(operations.map(({ area }) => area));
  expect(namesIn('src/client/generated', '.ts').sort()).toEqual([...areas, 'types'].sort());
});

test('each mutation asks for what stands in its way', () => {
  for (const { node } of operations.filter((one) => one.node.operation === OperationTypeNode.MUTATION)) {
    const [payload] = node.selectionSet.selections;
    const asked = payload?.kind === Kind.FIELD ? (payload.selectionSet?.selections ?? []) : [];
    expect(
      asked.some((one) => one.kind === Kind.FIELD && one.name.value === 'problems'),
      node.name?.value,
    ).toBe(true);
  }
});
