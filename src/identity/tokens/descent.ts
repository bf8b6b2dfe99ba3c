import type { DatabaseClient, TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { found } from '../directory.js';
import { chosenPolicies } from './service-token.rules.js';

/** Generations that a token may be away from the first of its line. */
export const deepestDescent = 32;

/** The token that what a caller makes ends with; null where the caller's own has no end and is what its owner is, no less and no more: then the two are of one rank. */
export function parentOf({ narrowed, bound, tokenId }: Caller): string | null {
  return narrowed || bound ? tokenId : null;
}

/**
 * {@link parentOf}, where tokens are revoked to make room for what is made. One that takes the place of its maker, or of a token that its maker descends from, ends with what
 * that ended with.
 * @param taken ids of the tokens that this transaction revoked. What somebody else revokes meanwhile is no place to take: what was made with it ends with it.
 */
export async function parentAfter(
  tx: Pick<TransactionClient, 'token'>,
  caller: Caller,
  taken: readonly string[],
): Promise<string | null> {
  let parent = parentOf(caller);
  if (taken.length === 0) return parent;
  for await (const { id, parentId } of lineOf(tx, caller.tokenId)) if (taken.includes(id)) parent = parentId;
  return parent;
}

/**
 * When a token ends that is made with the caller's.
 * @param asked null for one that nobody wants to end
 * @throws INVALID_INPUT for a time after the end of the caller's own token
 */
export function endWithin({ expiresAt: own }: Caller, asked: Date | null): Date | null {
  if (!own || (asked && asked <= own)) return asked;
  if (!asked) return own;
  throw problem('INVALID_INPUT', 'expiresAt must not be later than the expiry of the token that creates it', [
    'expiresAt',
  ]);
}

/**
 * The policies of a token that is made with the caller's; null for those that its owner has by default.
 * @throws INVALID_INPUT for more than the caller has
 */
export function policiesWithin(
  { policies: own, narrowed }: Caller,
  asked: readonly string[] | null | undefined,
): readonly string[] | null {
  if (!asked && !narrowed) return null;
  return chosenPolicies({ policies: asked }, { policies: own, sudo: false });
}

/** A line of tokens has an end: every request of the last one looks at all of them. @throws INVALID_INPUT */
export async function requireShallow(client: DatabaseClient, tokenId: string): Promise<void> {
  let depth = 1;
  for await (const ancestor of lineOf(client, tokenId)) {
    if (ancestor.id !== tokenId) depth += 1;
    if (depth > deepestDescent)
      throw problem('INVALID_INPUT', 'too many tokens were created from one another in a chain', ['token']);
  }
}

/** Whether a token is the other one, or was made from it. */
export async function descends(client: DatabaseClient, tokenId: string, from: string): Promise<boolean> {
  for await (const ancestor of lineOf(client, tokenId)) if (ancestor.id === from) return true;
  return false;
}

/** One request may revoke its token and go on. @throws NOT_FOUND for a caller whose token is no more */
export async function requireMaker(tx: TransactionClient, { tokenId }: Caller): Promise<void> {
  found(await tx.token.findFirst({ where: { id: tokenId, revokedAt: null }, select: { id: true } }));
}

interface Ancestor {
  readonly id: string;
  readonly parentId: string | null;
}

/** A token and those that it descends from, the nearest first, as far as anybody goes. */
async function* lineOf(client: Pick<DatabaseClient, 'token'>, tokenId: string): AsyncGenerator<Ancestor> {
  let id: string | null = tokenId;
  for (let depth = 0; id !== null && depth <= deepestDescent + 1; depth += 1) {
    const token: { parentId: string | null } | null = await client.token.findUnique({
      where: { id },
      select: { parentId: true },
    });
    const parentId: string | null = token?.parentId ?? null;
    yield { id, parentId };
    id = parentId;
  }
}
