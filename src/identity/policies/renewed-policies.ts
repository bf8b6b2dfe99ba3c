import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import { problem, ProblemError } from '../../platform/problems.js';
import { system } from '../audit/actor.js';
import type { IdentityChanges } from '../changes.js';
import { policyEvent } from '../events/identity-events.js';
import { readPolicy } from './policy-text.js';
import { formerReadyPolicies, readyPolicies } from './ready-policies.js';

/**
 * Gives the ready policies of an installation that an earlier version made the texts of this version, so that its tokens may what those of a new installation
 * may. A policy that somebody changed or deleted stays as it is.
 */
export async function renewReadyPolicies(deps: {
  readonly client: DatabaseClient;
  readonly changes: IdentityChanges;
  readonly clock: Clock;
}): Promise<void> {
  for (const [name, former] of Object.entries(formerReadyPolicies)) {
    const text = readyPolicies[name];
    const stored = await deps.client.aclPolicy.findUnique({ where: { name } });
    if (text === undefined || !stored || !former.includes(digest(stored.text))) continue;
    try {
      await renew(deps, { name, text, before: stored.text });
    } catch (error) {
      // Another server of the installation was faster, or somebody has just changed it.
      if (!(error instanceof ProblemError && error.code === 'CONFLICT')) throw error;
    }
  }
}

function renew(
  { changes, clock }: { readonly changes: IdentityChanges; readonly clock: Clock },
  { name, text, before }: { readonly name: string; readonly text: string; readonly before: string },
): Promise<void> {
  const now = clock.now();
  const data = { text, rules: JSON.stringify(readPolicy(text)), updatedAt: now };
  return changes.make(system('start'), 'policy.write', async (tx) => {
    const { count } = await tx.aclPolicy.updateMany({ where: { name, text: before }, data });
    if (count === 0) throw problem('CONFLICT');
    return {
      result: undefined,
      target: { type: 'policy', id: name, name },
      details: { text },
      events: [policyEvent('policy.changed', name, now)],
    };
  });
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
