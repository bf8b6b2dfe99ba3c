import type { ParameterRules } from './parameters.js';
import { templateFault } from './templates.js';
import type { TeamPins } from './templates.js';
import type { WrappingRules } from './wrapping-limits.js';

/** What a policy may allow at a path (docs/policies.md). */
export const capabilities = ['create', 'read', 'update', 'patch', 'delete', 'list', 'sudo', 'deny'] as const;
export type Capability = (typeof capabilities)[number];

/** One `path` block of a policy. */
export interface PolicyRule extends ParameterRules, WrappingRules {
  /** Without a leading slash; `*` at the end matches any rest, a segment `+` any one segment; `{{…}}` stands for a property of the caller. */
  readonly path: string;
  readonly capabilities: readonly Capability[];
  /** What the placeholders for teams meant when the policy was written. */
  readonly teams?: TeamPins;
}

const known: ReadonlySet<string> = new Set(capabilities);

export function isCapability(word: unknown): word is Capability {
  return typeof word === 'string' && known.has(word);
}

/** Why a policy cannot contain a path; `null` if it can. */
export function pathFault(path: string): string | null {
  if (path === '') return 'a path is empty';
  if (path.length > 1_024) return 'a path has more than 1024 characters';
  const template = templateFault(path);
  if (template !== null) return `path "${path}": ${template}`;
  if (path.includes('+*')) return `path "${path}": invalid use of wildcards ('+*' is forbidden)`;
  return null;
}
