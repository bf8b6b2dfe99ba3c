import type { DatabaseClient, TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { found } from '../directory.js';
import { chosenPolicies } from './service-token.rules.js';

/** The longest line of tokens that were created from one another. */
export const deepestDescent = 32;

/**
 * The token with which a new token of the caller ends; null if the caller's token does not end and has exactly its owner's permissions: then both have the same
 * rank.
 */
export function parentOf({ narrowed, bound, tokenId }: Caller): string | null {
  return narrowed || bound ? tokenId : null;
}

/**
 * {@link parentOf}, if tokens are revoked to make room for a new one. If the new token replaces its creator, or an ancestor of the creator, it ends with what
 * that one ended with.
 * @param taken ids of the tokens that this transaction revoked. A token that somebody else revokes in the meantime is not replaced: what was created with it
 * ends with it.
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
 * When a new token of the caller expires.
 * @param asked null for no expiry
 * @throws INVALID_INPUT for a time after the expiry of the caller's own token
 */
export function endWithin({ expiresAt: own }: Caller, asked: Date | null): Date | null {
  if (!own || (asked && asked <= own)) return asked;
  if (!asked) return own;
  throw problem('INVALID_INPUT', 'expiresAt must not be later than the expiry of the token that creates it', [
    'expiresAt',
  ]);
}

/**
 * The policies of a new token of the caller; null for the defaults of its owner.
 * @throws INVALID_INPUT for policies that the caller does not have
 */
export function policiesWithin(
  { policies: own, narrowed }: Caller,
  asked: readonly string[] | null | undefined,
): readonly string[] | null {
  if (!asked && !narrowed) return null;
  return chosenPolicies({ policies: asked }, { policies: own, sudo: false });
}

/** The length of a line of tokens is limited, because every request of the last one checks all of them. @throws INVALID_INPUT */
export async function requireShallow(client: DatabaseClient, tokenId: string): Promise<void> {
  let depth = 1;
  for await (const ancestor of lineOf(client, tokenId)) {
    if (ancestor.id !== tokenId) depth += 1;
    if (depth > deepestDescent)
      throw problem('INVALID_INPUT', 'too many tokens were created from one another in a chain', ['token']);
  }
}

/** Whether a token is the other one, or was created from it. */
export async function descends(client: DatabaseClient, tokenId: string, from: string): Promise<boolean> {
  for await (const ancestor of lineOf(client, tokenId)) if (ancestor.id === from) return true;
  return false;
}

/** A token for a number of requests, or a batch token, would otherwise live on in what it creates. @throws INVALID_INPUT */
export function requireCreator({ limited, batch }: Caller): void {
  if (batch) throw problem('INVALID_INPUT', 'batch tokens cannot create more tokens', ['token']);
  if (limited) throw problem('INVALID_INPUT', 'restricted use token cannot generate child tokens', ['token']);
}

/** One request may revoke its own token and then continue. @throws NOT_FOUND for a caller whose token is no longer valid */
export async function requireMaker(tx: TransactionClient, { tokenId }: Caller): Promise<void> {
  found(await tx.token.findFirst({ where: { id: tokenId, revokedAt: null }, select: { id: true } }));
}

interface Ancestor {
  readonly id: string;
  readonly parentId: string | null;
}

/** A token and its ancestors, the nearest first, up to the limit. */
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
