import type { JsonTree } from './json-tree.js';
import { stringIn } from './json-tree.js';

interface Branch {
  text?: string;
  readonly members: Map<string, Branch>;
}

/**
 * Attributes of formats 1 to 3 (`{"tags.%": "1", "tags.Name": "web", "ports.#": "1", "ports.0": "80"}`) as the values that they describe. Every scalar remains
 * a string, because the flat form has no types. The members of a set, with hashes as keys there, become a list.
 */
export function unflatten(attributes: JsonTree | undefined): JsonTree {
  const root: Branch = { members: new Map() };
  if (attributes?.kind === 'object') {
    for (const [key, value] of attributes.members) {
      let branch = root;
      for (const step of steps(key, attributes.members)) branch = child(branch, step);
      branch.text = stringIn(value) ?? (value.kind === 'scalar' ? value.text : '');
    }
  }
  return built(root);
}

/** A dot is only a separator below a key with a count: the keys of a map may contain dots. */
function steps(key: string, members: ReadonlyMap<string, JsonTree>): string[] {
  const parts = key.split('.');
  const path: string[] = [];
  let prefix = '';
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? '';
    if (prefix !== '' && members.has(`${prefix}.%`)) return [...path, parts.slice(i).join('.')];
    path.push(part);
    prefix = prefix === '' ? part : `${prefix}.${part}`;
  }
  return path;
}

function child(branch: Branch, step: string): Branch {
  let next = branch.members.get(step);
  if (!next) branch.members.set(step, (next = { members: new Map<string, Branch>() }));
  return next;
}

function built(branch: Branch): JsonTree {
  if (branch.members.size === 0) return { kind: 'scalar', text: JSON.stringify(branch.text ?? '') };
  const isList = branch.members.has('#');
  const members = [...branch.members].filter(([name]) => name !== '#' && name !== '%');
  if (!isList) return { kind: 'object', members: new Map(members.map(([name, value]) => [name, built(value)])) };
  members.sort(([a], [b]) => Number(a) - Number(b));
  return { kind: 'array', items: members.map(([, value]) => built(value)) };
}
