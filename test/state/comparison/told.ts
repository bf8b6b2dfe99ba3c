import { compareStates } from '../../../src/state/comparison/compare.js';
import { defaultComparisonLimits } from '../../../src/state/comparison/comparison.js';
import type { ComparisonLimits, StateComparison } from '../../../src/state/comparison/comparison.js';
import { whole } from '../content/bytes.js';

type Text = string | Uint8Array;
export const open = (content: Text) => () => (typeof content === 'string' ? whole(content) : [content]);

export async function compared(
  before: Text,
  after: Text,
  limits: Partial<ComparisonLimits> = {},
): Promise<StateComparison> {
  const result = await compareStates(open(before), open(after), { ...defaultComparisonLimits, ...limits });
  if (!result.comparable) throw new Error(JSON.stringify(result));
  return result.comparison;
}

/** The parts of a comparison that say something. */
export function told({ resources, instances, outputs, truncated }: StateComparison) {
  return {
    resources: { added: resources.added.items, removed: resources.removed.items, changed: resources.changed.items },
    added: instances.added.items.map((object) => object.address),
    removed: instances.removed.items.map((object) => object.address),
    changed: instances.changed.items.map(({ object, attributes, about }) => [
      object.address,
      ...[...attributes, ...about].map(({ path, before, after, sensitive }) =>
        sensitive ? [path.join('.'), 'sensitive'] : [path.join('.'), before, after],
      ),
    ]),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([what, list]) => [
        what,
        list.items.map(({ name, before, after }) => [name, before, after]),
      ]),
    ),
    truncated,
  };
}

export const nothing = {
  resources: { added: [], removed: [], changed: [] },
  added: [],
  removed: [],
  changed: [],
  outputs: { added: [], removed: [], changed: [] },
  truncated: false,
};

export interface Instance {
  index_key?: string | number;
  deposed?: string;
  status?: string;
  attributes?: unknown;
  attributes_flat?: Record<string, string>;
  sensitive_attributes?: unknown[];
  [more: string]: unknown;
}
export const resource = (name: string, instances: Instance[], more: object = {}) => ({
  mode: 'managed',
  type: 'aws_x',
  name,
  provider: 'provider["aws"]',
  instances,
  ...more,
});
export const v4 = (resources: unknown[], outputs: object = {}): string =>
  JSON.stringify({ version: 4, outputs, resources });
