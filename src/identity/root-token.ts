import type { TransactionClient } from '../platform/database/database.js';
import type { TokenRow } from '../platform/database/models.js';
import { OperatorError } from '../platform/operator-error.js';
import type { Audit } from './audit/audit.js';
import { turnIdentityEpoch } from './epoch.js';
import { readToken, sameHash } from './tokens/token-text.js';
import type { IssuedToken } from './tokens/token-text.js';
import { revokeTokens } from './tokens/token.store.js';
import { system } from './audit/actor.js';

/** Username of the site administrator, owner of `default`. */
export const rootUser = 'root';

/** Where a root token was found, for messages to the operator. */
export type RootTokenSource = 'TRUSTATE_ROOT_TOKEN' | 'the file root-token';

/** Stores the id of the last given root token. */
const presentFact = 'identity.root-token';
const description = 'root token';

/** @throws OperatorError if a text cannot be a token */
export function readRootToken(text: string, source: RootTokenSource): IssuedToken {
  const presented = readToken(text);
  if (!presented) throw new OperatorError(`${source} must have 16 to 256 visible ASCII characters`);
  return { ...presented, text };
}

/** Creates the root token, and stores which one it is. */
export async function grantRootToken(
  tx: TransactionClient,
  { id, secretHash }: IssuedToken,
  root: string,
  now: Date,
): Promise<void> {
  await tx.token.create({
    data: { id, secretHash, kind: 'user', userId: root, createdById: root, description, createdAt: now },
  });
  await remember(tx, id);
}

/**
 * There is only one given root token: a new one replaces the previous one, which is revoked together with the tokens that were created from it. A revoked token
 * is not accepted again; but a revoked current one does not prevent a start, because an operator who no longer needs a root token may revoke it.
 * @throws OperatorError for a token that was revoked before, or belongs to somebody else
 */
export async function replaceRootToken(
  tx: TransactionClient,
  given: IssuedToken,
  { source, audit, now }: { readonly source: RootTokenSource; readonly audit: Audit; readonly now: Date },
): Promise<void> {
  const before = await presentTokens(tx);
  const owner = before[0]?.userId ?? (await tx.user.findUnique({ where: { username: rootUser } }))?.id;
  if (owner === undefined) return;
  const known = await tx.token.findUnique({ where: { id: given.id } });
  if (known && !isOneOf(before, known, given)) {
    // A file may be left from long ago, but a setting is intended.
    if (known.revokedAt && source === 'the file root-token') return;
    if (known.revokedAt) throw new OperatorError(`${source} was revoked, or replaced by another one: choose a new one`);
    if (known.userId !== owner || !sameHash(known.secretHash, given.secretHash)) {
      throw new OperatorError(`${source} begins like another token: choose a different one`);
    }
  }
  const replaced = before.filter(({ id, revokedAt }) => id !== given.id && revokedAt === null);
  const target = { type: 'token' as const, name: description };
  if (known) await remember(tx, given.id);
  else {
    await grantRootToken(tx, given, owner, now);
    await audit.record(tx, system('start'), 'token.create', { ...target, id: given.id });
  }
  for (const { id } of replaced) {
    await revokeTokens(tx, { id }, now);
    await audit.record(tx, system('start'), 'token.revoke', { ...target, id });
  }
  if (replaced.length > 0) await turnIdentityEpoch(tx);
}

function isOneOf(before: readonly TokenRow[], known: TokenRow, given: IssuedToken): boolean {
  return before.some(({ id }) => id === known.id) && sameHash(known.secretHash, given.secretHash);
}

/** The last given one. An installation from before this was stored may have several: all that were ever given. */
async function presentTokens(tx: TransactionClient): Promise<TokenRow[]> {
  const fact = await tx.installationFact.findUnique({ where: { key: presentFact } });
  if (fact) return tx.token.findMany({ where: { id: fact.value } });
  const asGiven = { description, policies: null, displayName: null, parentId: null, expiresAt: null };
  const tokens = await tx.token.findMany({ where: { ...asGiven, user: { username: rootUser } } });
  return tokens.filter(({ userId, createdById }) => userId === createdById);
}

async function remember(tx: TransactionClient, value: string): Promise<void> {
  await tx.installationFact.upsert({
    where: { key: presentFact },
    create: { key: presentFact, value },
    update: { value },
  });
}
