import { isRecord } from '../../../platform/is-record.js';
import { problem } from '../../../platform/problems.js';

/** What a document may ask for that cannot be done here. */
interface Refusal {
  /** From the root of the document. */
  readonly path: string;
  /** What may stand there all the same. */
  readonly takes: readonly unknown[];
  readonly because: string;
}

const noAgents = 'nothing runs on the server, so there are no agents';
/** Runs are out of scope: `remote` is taken, and reported as `local`. */
const modes = [undefined, null, 'local', 'remote'];
const nothing = [undefined, null];
const off = [undefined, null, false];

export const refusedOfOrganizations: readonly Refusal[] = [
  { path: 'data.attributes.default-execution-mode', takes: modes, because: noAgents },
  { path: 'data.relationships.default-agent-pool.data', takes: nothing, because: noAgents },
  {
    path: 'data.attributes.collaborator-auth-policy',
    takes: [...nothing, 'password'],
    because: 'nobody signs in with two factors here',
  },
  { path: 'data.attributes.enforce-hyok', takes: off, because: 'there are no keys of an organization' },
  { path: 'data.attributes.registry-monorepo-support-enabled', takes: off, because: 'there is no registry of modules' },
  {
    path: 'data.attributes.user-tokens-enabled',
    takes: [...nothing, true],
    because: 'tokens of users work in every organization of their user',
  },
];

export const refusedOfProjects: readonly Refusal[] = [
  { path: 'data.attributes.default-execution-mode', takes: modes, because: noAgents },
  { path: 'data.attributes.default-agent-pool-id', takes: [...nothing, ''], because: noAgents },
  { path: 'data.relationships.default-agent-pool.data', takes: nothing, because: noAgents },
];

export const refusedOfWorkspaces: readonly Refusal[] = [
  { path: 'data.attributes.execution-mode', takes: modes, because: noAgents },
  { path: 'data.attributes.agent-pool-id', takes: [...nothing, ''], because: noAgents },
];

const noPolicies = 'nothing runs on the server, so there are no policies to override';
export const refusedOfWorkspaceAccess: readonly Refusal[] = [
  { path: 'data.attributes.policy-overrides', takes: off, because: noPolicies },
];
export const refusedOfProjectAccess: readonly Refusal[] = [
  { path: 'data.attributes.workspace-access.policy-overrides', takes: off, because: noPolicies },
];

/** @throws INVALID_INPUT for the first of them that a document asks for */
export function refuseAttributes(refusals: readonly Refusal[], { body }: { readonly body: unknown }): void {
  for (const { path, takes, because } of refusals) {
    const steps = path.split('.');
    const value = valueAt(body, steps);
    if (takes.includes(value)) continue;
    const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : typeof value;
    throw problem(
      'INVALID_INPUT',
      `${path} cannot be ${typeof value === 'boolean' ? value : shown}: ${because}`,
      steps,
    );
  }
}

function valueAt(body: unknown, steps: readonly string[]): unknown {
  let value = body;
  for (const step of steps) value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}
