// What one schema breaks of another, and which of that was declared.
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/**
 * What callers of the schema `before` would notice to their harm in `after`.
 * @returns {Promise<{ change: string, message: string }[]>} `change` names it: `FIELD_REMOVED Workspace.name`
 */
export async function breakingChanges(before, after) {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ type, path, message }) => ({ change: [type, path].filter(Boolean).join(' '), message }));
}

/**
 * Those that nobody declared, and declarations of what is no change (any more).
 * @param declared of graphql/declared-changes.json: each says what changes, and why callers are made to follow
 */
export function compare(changes, declared) {
  const made = new Set(changes.map(({ change }) => change));
  const known = new Set(declared.map(({ change }) => change));
  return {
    undeclared: changes.filter(({ change }) => !known.has(change)),
    outdated: declared.filter(({ change }) => !made.has(change)),
  };
}
