import { expect, vi } from 'vitest';
import { eventually } from '../../eventually.js';
import { z } from 'zod';
import type { Api } from './api.js';
import type { PulledState } from './terraform.js';

const instances = z.record(z.string(), z.record(z.string(), z.int()));
const shape = z.object({
  workspace: z.object({
    locked: z.boolean(),
    currentStateVersion: z.object({
      id: z.string(),
      serial: z.coerce.number(),
      lineage: z.string(),
      status: z.literal('FINALIZED'),
      resourcesProcessed: z.boolean(),
      processingProblem: z.string().nullable(),
      engineVersion: z.string().nullable(),
      modules: instances,
      resources: z.array(
        z.object({ name: z.string(), type: z.string(), count: z.int(), module: z.string(), provider: z.string() }),
      ),
      outputs: z.object({
        nodes: z.array(z.object({ name: z.string(), sensitive: z.boolean(), value: z.unknown() })),
      }),
    }),
  }),
});

const query = `query ($id: ID!) {
  workspace(id: $id) {
    locked
    currentStateVersion {
      id serial lineage status resourcesProcessed processingProblem engineVersion modules resources
      outputs(first: 100) { nodes { name sensitive value } }
    }
  }
}`;

/** The current state of a workspace as GraphQL shows it, once everything is known of it. */
export async function seenInGraphql(api: Api, workspaceId: string) {
  return vi.waitFor(async () => {
    const { workspace } = await api.graphql(shape, query, { id: workspaceId });
    if (workspace.currentStateVersion.resourcesProcessed) return workspace;
    throw new Error(`the state of ${workspaceId} was not processed in time`);
  }, eventually);
}

/** What terraform reads is what GraphQL shows: serial, lineage, resources and outputs, sensitive values masked. */
export async function expectMirrored(api: Api, workspaceId: string, state: PulledState, engine: string | null) {
  const { locked, currentStateVersion: version } = await seenInGraphql(api, workspaceId);
  expect(locked).toBe(false);
  const { resources, outputs, serial, lineage } = version;
  expect({ serial, lineage }).toEqual({ serial: state.serial, lineage: state.lineage });
  expect(version.processingProblem).toBeNull();
  expect(version.engineVersion).toBe(engine);
  expect(resources.map(({ type, name, count }) => [type, name, count]).sort()).toEqual(
    state.resources
      .filter((resource) => resource.instances.length > 0)
      .map(({ mode, type, name, instances: all }) => [mode === 'data' ? `data.${type}` : type, name, all.length])
      .sort(),
  );
  expect(Object.fromEntries(outputs.nodes.map(({ name, value }) => [name, value]))).toEqual(
    Object.fromEntries(
      Object.entries(state.outputs).map(([name, { value, sensitive }]) => [name, sensitive ? null : value]),
    ),
  );
  return version;
}
