import { randomUUID } from 'node:crypto';
import { LockWorkspace, CreateWorkspace } from '../../src/client/generated/workspaces.js';
import { dataOf } from '../../src/client/index.js';
import type { Client } from '../../src/client/index.js';

export const organization = 'default';
export const lineage = randomUUID();

/** A state with some resources. */
export const stateOf = (serial: number, names: readonly string[]): string =>
  JSON.stringify({
    version: 4,
    terraform_version: '1.9.0',
    serial,
    lineage,
    outputs: { count: { value: names.length, type: 'number' } },
    resources: names.map((name) => ({
      mode: 'managed',
      type: 'null_resource',
      name,
      provider: 'provider["registry.terraform.io/hashicorp/null"]',
      instances: [{ schema_version: 0, attributes: { id: name } }],
    })),
  });

/** Makes a workspace, and locks it for the caller. @returns its id */
export async function lockedWorkspace(client: Client, name: string, within = organization): Promise<string> {
  const input = { organization: within, name };
  const { createWorkspace } = dataOf(await client.mutate(CreateWorkspace, { input }));
  const workspaceId = createWorkspace.workspace.id;
  dataOf(await client.mutate(LockWorkspace, { input: { workspace: { id: workspaceId } } }));
  return workspaceId;
}
