import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readOperations } from '../../../src/gateway/rest/operation-documents.js';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { camel } from '../../../src/platform/wording.js';
import { oneDocument, unpagedDocument } from '../harness/documents.js';
import type { Resource } from '../harness/documents.js';
import { coordinatesIn, fieldOf, hasArgument, selectionOf, valueAt } from '../harness/fields.js';
import { namesIn, tablesOf } from '../harness/guide.js';
import {
  absent,
  expectedOf,
  mayBeAbsent,
  namesOf,
  pairsOf,
  restValue,
  saidOf,
  withoutStar,
} from '../harness/mapping.js';
import type { Pair } from '../harness/mapping.js';
import { serverRoot } from '../harness/server.js';
import { onSharedServer } from '../harness/site.js';
import { openDocuments } from './state-documents.js';
import type { Shown } from './state-documents.js';
import { sampled } from './state-requests.js';

const tables = tablesOf('from-terraform-enterprise.md');
const rowsUnder = (title: string) => tables.filter(({ header }) => header[0] === title).flatMap(({ rows }) => rows);

/** Tables by the type of document that they are of. */
function tablesAbout(kind: 'attribute' | 'relationship') {
  const found = tables.flatMap(({ header, rows }) => {
    const [, type] = new RegExp(`^${kind} of \`([\\w-]+)\`$`).exec(header[0] ?? '') ?? [];
    return type === undefined ? [] : [[type, { of: namesIn(header[1])[0] ?? '', rows }] as const];
  });
  return new Map(found);
}
const attributes = tablesAbout('attribute');
const relationships = tablesAbout('relationship');

describe('paths', () => {
  const operations = readOperations(stateRoutes.operations);
  const rows = rowsUnder('REST').map(([paths, fields]) => ({ paths: namesIn(paths), fields: namesIn(fields) }));

  test('each path has one row, and each row is a path', () => {
    const mounted = stateRoutes.routes.map((row) => `${row.method} ${row.path}`);
    expect(rows.flatMap(({ paths }) => paths).sort()).toEqual(mounted.sort());
  });

  test.each(stateRoutes.routes.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s is what its field answers',
    (name, row) => {
      const { fields = [] } = rows.find(({ paths }) => paths.includes(name)) ?? {};
      const [first = '', ...others] = fields;
      const coordinates = fields.filter((field) => /^[\w.]+$/.test(field) && !takes(first, field));
      for (const field of coordinates) expect(fieldOf(field)).toBeDefined();
      for (const [, argument = '', value] of others.map((each) => /^(\w+): (\w+)$/.exec(each) ?? [])) {
        if (argument !== '') expect(String(valueAt(sampled(row).variables, `input.${argument}`))).toBe(value);
      }
      const operation = operations.get(row.operation?.name ?? '');
      if (operation) expect(coordinatesIn(operation).filter((used) => coordinates.includes(used))).not.toEqual([]);
      else expect(fields).toEqual([]);
    },
  );

  /** Fields of its input stand behind a mutation. */
  const takes = (mutation: string, name: string) => name !== mutation && hasArgument(mutation, `input.${name}`);

  test.each(rowsUnder('query parameter').flatMap(([, cell]) => namesIn(cell)))('%s is an argument', (name) => {
    const [, field = '', argument = ''] = /^([\w.]+)\(([\w.]+)\)$/.exec(name) ?? [];
    expect(hasArgument(field, argument)).toBe(true);
  });
});

describe('requests', () => {
  const fieldsSent = () =>
    stateRoutes.routes.flatMap((row) => {
      const { method, path, operation } = row;
      return sampled(row).places.map((place) => ({ method, path, operation: operation?.name ?? '', place }));
    });

  const besides = rowsUnder('in the request').flatMap(pairsOf);
  const shownAs = [...attributes.values()].flatMap(({ rows }) => rows.flatMap(pairsOf));
  const operations = readOperations(stateRoutes.operations);

  /** The field that the guide has for what stands there in a request. */
  function inputFieldsFor(place: string): string[] {
    const [, attribute = ''] = /^data\.attributes\.(.+)$/.exec(place) ?? [];
    const [outer = '', member = ''] = attribute.split('.');
    return [
      ...besides.filter(({ rest }) => rest === place).map(({ field }) => field),
      ...shownAs.filter(({ rest }) => rest === attribute).map(({ field }) => field),
      ...shownAs
        .filter(({ rest }) => rest === `${outer}.*`)
        .map(({ field }) => withoutStar(field ?? '') + (member === '' ? '' : `.${camel(member.replaceAll('-', '_'))}`)),
    ].filter((field) => field !== null);
  }

  test.each(fieldsSent())('$method $path takes $place', ({ operation, place }) => {
    const document = operations.get(operation);
    const [mutation = ''] = document ? coordinatesIn(document) : [];
    const taken = inputFieldsFor(place).filter((field) => hasArgument(mutation, `input.${field}`));
    expect(taken).not.toEqual([]);
  });

  test('nothing stands there that no request has', () => {
    const places = new Set(fieldsSent().map(({ place }) => place));
    expect(besides.map(({ rest }) => rest).filter((place) => !places.has(place))).toEqual([]);
  });
});

test('every type of document has a table', () => {
  const folder = path.join(serverRoot, 'src/gateway/rest/terraform/routes');
  const sources = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const rendered = sources.flatMap((text) => [...text.matchAll(/type: '([a-z-]+)'/g)].map(([, type]) => type ?? ''));
  expect([...new Set(rendered)].filter((type) => !attributes.has(type))).toEqual([]);
});

describe('what documents say', () => {
  const site = onSharedServer();
  let shown: readonly Shown[];
  beforeAll(async () => {
    shown = await openDocuments(site.get);
  });

  async function resourceOf({ path: at, type, included }: Shown): Promise<Resource> {
    const { json } = (await site.get.root.get(at)).expect(200);
    const { data } = z.union([oneDocument, unpagedDocument]).parse(json);
    const all = included ? oneDocument.parse(json).included : [data].flat();
    const found = all.find((each) => each.type === type);
    if (!found) throw new Error(`${at} has no resource of type ${type}`);
    return found;
  }

  async function objectOf({ query, at }: Shown, type: string, paths: readonly string[]): Promise<unknown> {
    const filled = `{ ${query.replace('…', selectionOf(type, ['__typename', ...paths]))} }`;
    return valueAt(await site.get.root.graphql(z.record(z.string(), z.unknown()), filled), at);
  }

  test.each([...attributes])('the attributes of %s', async (type, { of, rows }) => {
    const pairs = rows.flatMap(pairsOf);
    const seen = new Set<string>();
    for (const each of shown.filter((one) => one.type === type)) {
      const extra = ['vcsConnected', 'valueOmitted'].filter((name) => pairs.some(({ rule }) => rule.includes(name)));
      const fields = pairs.flatMap(({ field }) => field ?? []);
      const [resource, object] = [await resourceOf(each), await objectOf(each, of, [...fields, ...extra])];
      for (const pair of pairs) {
        const said = saidOf(resource.attributes, pair);
        if (said !== absent) seen.add(pair.rest);
        expect({ [`${each.path} ${pair.rest}`]: said }).toEqual({
          [`${each.path} ${pair.rest}`]: expectedOf(pair, object),
        });
      }
      expect(namesOf(resource.attributes, pairs).filter((name) => !pairs.some(({ rest }) => rest === name))).toEqual(
        [],
      );
    }
    expect(pairs.map(({ rest }) => rest).filter((name) => !seen.has(name))).toEqual([]);
  });

  test.each([...relationships])('the relationships of %s', async (type, { rows }) => {
    const of = attributes.get(type)?.of ?? '';
    const seen = new Set<string>();
    for (const each of shown.filter((one) => one.type === type)) {
      const paths = rows.flatMap(([, id, object]) => [...namesIn(id), ...namesIn(object)]);
      const [resource, found] = [await resourceOf(each), await objectOf(each, of, paths)];
      for (const [name, id, object, rule] of rows) {
        for (const pair of pairsOf([name ?? '', id ?? '', rule ?? ''])) {
          const relationship = resource.relationships[pair.rest];
          if (relationship) seen.add(pair.rest);
          expect([each.path, pair.rest, said(relationship, pair)]).toEqual([
            each.path,
            pair.rest,
            related(pair, namesIn(object), found),
          ]);
        }
      }
      const known = rows.flatMap(([name]) => namesIn(name));
      expect(Object.keys(resource.relationships).filter((name) => !known.includes(name))).toEqual([]);
    }
    expect(rows.flatMap(([name]) => namesIn(name)).filter((name) => !seen.has(name))).toEqual([]);
  });
});

type Relationship = Resource['relationships'][string];

const linked = ['a link', 'the name that was asked with'];

/** What a relationship says, as far as the table says it of it. */
function said(relationship: Relationship | undefined, { field, rule }: Pair): unknown {
  if (!relationship) return absent;
  if (rule === 'a link') return relationship.links === undefined ? 'no link' : rule;
  if (rule === 'the name that was asked with') return relationship.data ? rule : 'no name';
  if (field === null && rule.startsWith('left out')) return 'there';
  return idsIn(relationship.data);
}

const idsIn = (data: Relationship['data']): unknown =>
  Array.isArray(data) ? data.map(({ id }) => id) : data === undefined ? absent : (data?.id ?? null);

function related(pair: Pair, objects: readonly string[], found: unknown): unknown {
  if (linked.includes(pair.rule)) return pair.rule;
  if (pair.field === null && mayBeAbsent(pair))
    return objects.some((name) => valueAt(found, name) !== null) ? 'there' : absent;
  if (pair.rule.startsWith('with `include'))
    return valueAt(found, 'currentStateVersion') === null ? absent : valueAt(found, pair.field ?? '');
  return restValue(pair, found);
}
