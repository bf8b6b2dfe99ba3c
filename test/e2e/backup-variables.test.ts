import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serverCommand, serverRoot } from './harness/server.js';
import { withServer } from './harness/site.js';

/** A command of the operator, beside the server or without one. */
function trustate(folder: string, ...command: string[]): void {
  const others = Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|VITEST|NODE_OPTIONS)/.test(name));
  const env = { ...Object.fromEntries(others), TRUSTATE_DATA_DIR: folder };
  const options = { cwd: serverRoot, env, encoding: 'utf8', timeout: 120_000 } as const;
  const { status, stderr } = spawnSync(process.execPath, serverCommand(...command), options);
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

const variable = z.object({ attributes: z.object({ key: z.string(), value: z.string().nullable() }) });
const document = z.object({ data: z.array(variable) });

const site = withServer();

test('thousands of variables come back from a backup, sealed as they were', async () => {
  const { server, root, world } = site.get;
  const workspace = await world.workspace('default');
  const relationships = { workspaces: { data: [{ id: workspace.id, type: 'workspaces' }] } };
  const made: string[] = [];
  for (const set of ['one', 'two']) {
    const vars = Array.from({ length: 1_000 }, (_, n) => ({
      type: 'vars',
      attributes: { key: `${set}-${n}`, value: `value ${n}`, category: 'env', sensitive: n % 2 === 0 },
    }));
    const data = { attributes: { name: set }, relationships: { ...relationships, vars: { data: vars } } };
    made.push(
      (await root.post('/organizations/default/varsets', { data: { type: 'varsets', ...data } })).expect(201).one.id,
    );
  }
  const attributes = { key: 'one-1', value: 'of the workspace', category: 'env' };
  (await root.post(`/workspaces/${workspace.id}/vars`, { data: { type: 'vars', attributes } })).expect(201);
  const everything = async () => {
    const { data } = document.parse((await root.get(`/workspaces/${workspace.id}/all-vars`)).expect(200).json);
    const { json: sets } = (await root.get(`/workspaces/${workspace.id}/varsets`)).expect(200);
    return { sets, variables: data.map(({ attributes: { key, value } }) => [key, value]).sort() };
  };
  const before = await everything();
  expect(before.variables).toHaveLength(2_000);
  expect(before.variables).toContainEqual(['one-1', 'of the workspace']);
  expect(before.variables).toContainEqual(['two-0', null]);

  const copy = path.join(server.folder, '..', `${path.basename(server.folder)}-copy`);
  trustate(server.folder, 'backup', '--include-keys', copy);
  for (const id of made) (await root.delete(`/varsets/${id}`)).expect(204);
  expect((await everything()).variables).toHaveLength(1);
  await server.terminate();
  rmSync(server.folder, { recursive: true });
  mkdirSync(server.folder, { mode: 0o700 });
  trustate(server.folder, 'restore', copy);
  rmSync(copy, { recursive: true });
  await server.restart();
  expect(await everything()).toEqual(before);
});
