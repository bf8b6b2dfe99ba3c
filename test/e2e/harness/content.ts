import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';

/** What stands in a state that a test makes itself. */
export interface StateParts {
  readonly serial?: number;
  readonly lineage?: string;
  readonly outputs?: Readonly<Record<string, { value: unknown; type: unknown; sensitive?: boolean }>>;
  readonly resources?: readonly unknown[];
  /** Makes the state about this many bytes large. */
  readonly padding?: number;
}

/** A state of format 4, as text. */
export function stateText({
  serial = 1,
  lineage = randomUUID(),
  outputs = {},
  resources = [],
  padding = 0,
}: StateParts = {}) {
  const check_results = padding > 0 ? [{ padding: randomBytes(padding / 2).toString('hex') }] : null;
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial,
    lineage,
    outputs,
    resources,
    check_results,
  });
}

/** A managed resource of the provider that terraform has built in, one instance for each key. */
export function terraformData(name: string, indexKeys: readonly (string | number | null)[] = [null]) {
  return {
    mode: 'managed',
    type: 'terraform_data',
    name,
    provider: 'provider["terraform.io/builtin/terraform"]',
    instances: indexKeys.map((index_key) => ({
      ...(index_key !== null && { index_key }),
      schema_version: 0,
      attributes: { id: randomUUID(), input: null, output: null, triggers_replace: null },
      sensitive_attributes: [],
    })),
  };
}

export const md5Of = (content: string | Uint8Array) => createHash('md5').update(content).digest('hex');
export const base64Of = (content: string) => Buffer.from(content).toString('base64');

const header = z.object({ serial: z.unknown(), lineage: z.unknown() });

/** The body that creates a state version; `attributes` replaces or, where undefined, leaves out. */
export function creation(state: string, attributes: Readonly<Record<string, unknown>> = {}) {
  const json: unknown = JSON.parse(state);
  const { serial, lineage } = header.parse(json);
  return { data: { type: 'state-versions', attributes: { serial, lineage, md5: md5Of(state), ...attributes } } };
}

/** The same with its content in the request. */
export function inlineCreation(state: string, attributes: Readonly<Record<string, unknown>> = {}) {
  return creation(state, { state: base64Of(state), ...attributes });
}

/** Outputs of every kind that clients treat apart. */
const someOutputs = {
  list: { value: ['a'], type: ['list', 'string'] },
  plain: { value: 'seen', type: 'string' },
  secret: { value: 'hush', type: 'string', sensitive: true },
};
/** A state with outputs and resources. */
export const fullState = (serial: number, lineage: string) =>
  stateText({
    serial,
    lineage,
    outputs: someOutputs,
    resources: [terraformData('one'), terraformData('two', ['a', 'b'])],
  });
