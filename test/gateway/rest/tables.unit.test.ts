import { describe, expect, test } from 'vitest';
import { Executor } from '../../../src/gateway/execution/executor.js';
import { defaultLimits } from '../../../src/gateway/execution/limits.js';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { payloadNames, readOperations } from '../../../src/gateway/rest/operation-documents.js';
import { pkiRoutes } from '../../../src/gateway/rest/vault/routes.js';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';

const schema = buildApiSchema(resolvers);
const executor = new Executor({ schema, limits: defaultLimits });

describe.each([['state', stateRoutes] as const])('the table of %s', (_name, table) => {
  const operations = readOperations(table.operations);

  test.each([...operations])('%s fits the schema and asks for its problems', (name, document) => {
    expect(() => {
      executor.own(document, name);
      payloadNames(schema, document);
    }).not.toThrow();
  });

  test('every row has its operation', () => {
    const missing = table.routes.filter((row) => row.operation && !operations.has(row.operation.name));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  test('no path is there twice', () => {
    const paths = table.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(paths).toHaveLength(new Set(paths).size);
  });
});

describe('the table of the certificate authority', () => {
  const operations = readOperations(pkiRoutes.operations);
  const rows = [...pkiRoutes.system, ...pkiRoutes.mount];

  test.each([...operations])('%s fits the schema and asks for its problems', (name, document) => {
    expect(() => {
      executor.own(document, name);
      payloadNames(schema, document);
    }).not.toThrow();
  });

  test('every row has its operation, and every operation a row', () => {
    const used = new Set(rows.flatMap(({ operation }) => (operation ? [operation.name] : [])));
    expect([...used].filter((name) => !operations.has(name))).toEqual([]);
    expect([...operations.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  test('no path is there twice', () => {
    const paths = rows.map(({ verb, path }) => `${verb} ${path.replaceAll(/([:*])\w+/g, '$1')}`);
    expect(paths).toHaveLength(new Set(paths).size);
  });

  test('system paths stand where no mount can be', () => {
    expect(pkiRoutes.system.filter(({ path }) => !/^(?:sys|auth)\//.test(path))).toEqual([]);
  });
});
