import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readOperations } from '../../../src/gateway/rest/operation-documents.js';
import { httpPrefix, httpRoutes } from '../../../src/gateway/rest/http/routes.js';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';

/** The endpoints of the state service as its specification lists them, and what its command lines call besides, in their order. */
const documented = [
  // State versions
  'POST /workspaces/:workspace_id/state-versions',
  'GET /state-versions',
  'GET /workspaces/:workspace_id/current-state-version',
  'GET /state-versions/:state_version_id',
  'PATCH /workspaces/:workspace_id/state-versions',
  'POST /state-versions/:state_version_id/actions/soft_delete_backing_data',
  'POST /state-versions/:state_version_id/actions/restore_backing_data',
  'POST /state-versions/:state_version_id/actions/permanently_delete_backing_data',
  // Outputs, which documents refer to
  'GET /state-versions/:id/outputs',
  'GET /workspaces/:id/current-state-version-outputs',
  'GET /state-version-outputs/:id',
  // What every command asks first
  'GET /ping',
  'GET /organizations/:org/entitlement-set',
  'GET /account/details',
  // Workspaces
  'GET /organizations/:org/workspaces/:name',
  'POST /organizations/:org/workspaces',
  'GET /organizations/:org/workspaces',
  'PATCH /workspaces/:id',
  'DELETE /organizations/:org/workspaces/:name',
  'POST /organizations/:org/workspaces/:name/actions/safe-delete',
  'POST /workspaces/:id/actions/lock',
  'POST /workspaces/:id/actions/unlock',
  'POST /workspaces/:id/actions/force-unlock',
  'GET /workspaces/:id/tag-bindings',
  'PATCH /workspaces/:id/tag-bindings',
  // Projects
  'GET /organizations/:org/projects',
  'POST /organizations/:org/projects',
] as const;

const anonymous = (path: string) => path.replaceAll(/:\w+/g, ':');
const rows = new Map(stateRoutes.routes.map((row) => [anonymous(`${row.method} ${row.path}`), row]));
const operations = readOperations(stateRoutes.operations);

describe('documented endpoints of the state service', () => {
  test.each(documented)('%s has a row and an operation', (endpoint) => {
    const row = rows.get(anonymous(endpoint));
    expect(row, 'a row').toBeDefined();
    // A ping asks nothing.
    if (endpoint !== 'GET /ping') expect(operations.has(row?.operation?.name ?? ''), 'an operation').toBe(true);
  });

  test('every operation has a row', () => {
    const used = new Set(
      stateRoutes.routes.flatMap(({ operation, whole = [] }) => [
        operation?.name,
        ...whole.map(({ further }) => further.name),
      ]),
    );
    expect([...operations.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});

test('docs/http-surface.md has the row of every path: its operation, and what it includes', () => {
  const document = readFileSync(new URL('../../../docs/http-surface.md', import.meta.url), 'utf8');
  const code = (name: string) => `\`${name}\``;
  const unlisted = stateRoutes.routes
    .map(({ method, path, operation, include = [] }) =>
      [
        method,
        code(`${stateRoutes.prefix}${path}`),
        operation ? code(operation.name) : '',
        include.map(code).join(', '),
      ]
        .map((cell) => (cell === '' ? ' |' : ` ${cell} |`))
        .join(''),
    )
    .filter((line) => !document.replaceAll('|  |', '| |').includes(`|${line}\n`));
  expect(unlisted).toEqual([]);
});

test('docs/http-surface.md has the row of every path of the http backend', () => {
  const document = readFileSync(new URL('../../../docs/http-surface.md', import.meta.url), 'utf8');
  const rows = httpRoutes.map(({ methods, path }) => `| ${methods.join(', ')} | \`${httpPrefix}${path}\` | `);
  expect(rows.filter((row) => !document.includes(row))).toEqual([]);
});
