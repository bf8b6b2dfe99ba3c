import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import { invalidInput, problem, ProblemError } from '../../platform/problems.js';
import type { Audit } from '../audit/audit.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { found } from '../directory.js';
import type { Policies } from '../policies/policies.js';
import { requireCreator, requireMaker, requireShallow } from './descent.js';
import { rootPolicy } from '../policies/policy-name.js';
import {
  askedPolicies,
  chosenPolicies,
  requireAssignable,
  requireBatchable,
  shownName,
  usesOf,
} from './service-token.rules.js';
import type { ServiceTokenInput } from './service-token.rules.js';
import { columnsOf, renewalOf, secondsAfter, shown } from './own-token.js';
import type { RenewalTerms } from './renewal-terms.js';
import { policiesUnder, withinRole } from './token-role.rules.js';
import type { TokenRole, TokenRoles } from './token-roles.js';
import type { MadeToken, OwnToken } from './own-token.js';
import { termsOf } from './token-lifetime.js';
import { chosenToken, issueToken } from './token-text.js';
import { insertToken, revokeTokens } from './token.store.js';
import type { ShownToken } from './token.store.js';

/**
 * Tokens with policies that are created from other tokens: auth/token of Vault. They have the same owner as their creator, end with it unless they are orphans,
 * and only their policies give them permissions. Only a token with the policy `root` has its owner's role in organizations too.
 */
export class ServiceTokens {
  constructor(
    private readonly deps: {
      policies: Policies;
      roles: Pick<TokenRoles, 'find'>;
      renewals: Pick<RenewalTerms, 'of'>;
      changes: IdentityChanges;
      audit: Audit;
      client: DatabaseClient;
      clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, INVALID_INPUT */
  async create(
    caller: Caller,
    asked: ServiceTokenInput,
    path: 'create' | 'create-orphan' = 'create',
  ): Promise<MadeToken> {
    const { policies, changes, clock, roles } = this.deps;
    const at = `auth/token/${path}${asked.role ? `/${asked.role}` : ''}`;
    if (path === 'create-orphan') await policies.require(caller, at, 'update', 'sudo');
    else await policies.require(caller, at, 'update');
    const sudo = await policies.allows(caller, at, 'sudo');
    requireCreator(caller);
    const role = asked.role ? await roles.find(asked.role) : null;
    if (asked.role && !role) throw invalidInput('role', `unknown role ${asked.role}`);
    const { input, warnings: merged } = role ? withinRole(asked, role) : { input: asked, warnings: [] };
    const orphan = role ? role.orphan : input.noParent === true || path === 'create-orphan';
    // An invalid name is an input error, and not an attempt to record.
    askedPolicies(input);
    const chosen = this.#given(caller, () => {
      if (!sudo) requireNothingForSudo(asked, input, orphan && !role);
      const maker = { policies: caller.policies, sudo };
      return role ? policiesUnder(role, input, maker) : chosenPolicies(input, maker);
    });
    requireAssignable(chosen);
    requireBatchable(input, chosen);
    const usesLeft = usesOf(input);
    const now = clock.now();
    const { terms, warnings } = termsOf(input, chosen);
    const expiresAt = terms.creationTtl === null ? null : secondsAfter(now, terms.creationTtl);
    const maker = found(await this.#row(caller.tokenId));
    if (expiresAt === null && caller.expiresAt !== undefined) {
      throw invalidInput('ttl', 'expiring root tokens cannot create non-expiring root tokens');
    }
    if (!orphan) await requireShallow(this.deps.client, maker.id);
    const { id, secretHash, text } = input.id ? givenToken(input.id) : issueToken();
    const name = shownName(input.displayName);
    const { kind, userId, teamId, organizationId } = maker;
    const row = {
      id,
      secretHash,
      kind,
      userId,
      teamId,
      organizationId,
      expiresAt,
      ...columnsOf(terms),
      description: name,
      displayName: name,
      createdById: caller.userId,
      createdAt: now,
      policies: JSON.stringify(chosen),
      parentId: orphan ? null : maker.id,
      renewable: expiresAt !== null && input.renewable !== false && input.type !== 'batch',
      type: input.type ?? 'service',
      usesLeft,
      role: role?.name ?? null,
      path: role?.pathSuffix ? `${at}/${role.pathSuffix}` : at,
      boundCidrs: networksOf(role, orphan ? null : maker.boundCidrs, expiresAt),
      meta: input.meta ? JSON.stringify(input.meta) : null,
    };
    const token = await changes
      .make(
        caller,
        'token.create',
        async (tx) => {
          await requireMaker(tx, caller);
          const result = await insertToken(tx, row);
          const details = { policies: chosen, expiresAt: expiresAt?.toISOString() ?? null, parent: result.parentId };
          return { result, target: { type: 'token', id, name }, details };
        },
        { affectsNobody: true, unique: [{ model: 'Token', columns: ['id'], field: ['id'] }] },
      )
      .catch((error: unknown) => {
        if (error instanceof ProblemError && error.code === 'NAME_TAKEN')
          throw invalidInput('id', 'cannot create a token with a duplicate ID');
        throw error;
      });
    const more = [...(input.id ? [givenWarning] : []), ...(await this.#missing(chosen))];
    return { token: shown(token, chosen, now), text, warnings: [...merged, ...warnings, ...more] };
  }

  /** A warning for each policy that does not exist: it allows nothing yet. */
  async #missing(names: readonly string[]): Promise<readonly string[]> {
    const where = { name: { in: [...names] } };
    const known = await this.deps.client.aclPolicy.findMany({ where, select: { name: true } });
    const there = new Set([rootPolicy, ...known.map(({ name }) => name)]);
    return names.filter((name) => !there.has(name)).map((name) => `Policy "${name}" does not exist`);
  }

  /** The token of the request. @throws PERMISSION_DENIED */
  async lookUp(caller: Caller): Promise<OwnToken> {
    await this.deps.policies.require(caller, 'auth/token/lookup-self', 'read');
    return shown(found(await this.#row(caller.tokenId)), caller.policies, this.deps.clock.now());
  }

  /**
   * Renews the token of the request.
   * @param increment seconds; 0 for what it got the last time, which a periodic token always gets
   * @throws PERMISSION_DENIED, INVALID_INPUT for one that cannot be renewed
   */
  async renew(caller: Caller, increment: number): Promise<Omit<MadeToken, 'text'>> {
    await this.deps.policies.require(caller, 'auth/token/renew-self', 'update');
    const row = found(await this.#row(caller.tokenId));
    const now = this.deps.clock.now();
    const terms = await this.deps.renewals.of(row, caller.origin);
    const { expiresAt, warnings } = renewalOf(row, terms, increment, now);
    const renewed = { expiresAt, renewedAt: now };
    const token = await this.deps.changes.make(caller, 'token.renew', async (tx) => {
      const { count } = await tx.token.updateMany({ where: { id: row.id, revokedAt: null }, data: renewed });
      if (count === 0) throw problem('NOT_FOUND');
      const details = { expiresAt: expiresAt.toISOString() };
      return { result: { ...row, ...renewed }, target: { type: 'token', id: row.id, name: row.description }, details };
    });
    return { token: shown(token, caller.policies, now), warnings };
  }

  /**
   * Revokes the token of the request, and every token that was created from it.
   * @param accessor the accessor that it must have, if given
   * @returns its id
   * @throws PERMISSION_DENIED, INVALID_INPUT for another accessor
   */
  async revoke(caller: Caller, accessor: string | null = null): Promise<string> {
    await this.deps.policies.require(caller, 'auth/token/revoke-self', 'update');
    const { tokenId } = caller;
    if (accessor !== null && accessor !== tokenId)
      throw invalidInput('accessor', 'the token of this request has another accessor');
    if (caller.batch) throw invalidInput('token', 'batch tokens cannot be revoked');
    return this.deps.changes.make(caller, 'token.revoke', async (tx) => {
      if ((await revokeTokens(tx, { id: tokenId }, this.deps.clock.now())).length === 0) throw problem('NOT_FOUND');
      return { result: tokenId, target: { type: 'token', id: tokenId } };
    });
  }

  /** What a creator may give; attempts to give more are recorded. */
  #given<T>(caller: Caller, decide: () => T): T {
    try {
      return decide();
    } catch (error) {
      const [first] = error instanceof ProblemError ? error.problems : [];
      if (first) this.deps.audit.denied(caller, 'token.create', { type: 'token', id: caller.tokenId }, first.code);
      throw error;
    }
  }

  #row(id: string): Promise<ShownToken | null> {
    return this.deps.client.token.findFirst({ where: { id, revokedAt: null }, omit: { secretHash: true } });
  }
}

/** What a creator needs `sudo` for. @throws INVALID_INPUT */
function requireNothingForSudo(asked: ServiceTokenInput, { id }: ServiceTokenInput, choseOrphan: boolean): void {
  if (choseOrphan) throw invalidInput('noParent', 'root or sudo privileges required to create orphan token');
  if ((asked.period ?? 0) > 0)
    throw invalidInput('period', 'root or sudo privileges required to create periodic token');
  if (id) throw invalidInput('id', 'root or sudo privileges required to specify token id');
}

/** The networks of a token, as they are kept: those of its role; without a role, those of the token that it is created from. One without an end has none. */
function networksOf(role: TokenRole | null, ofParent: string | null, expiresAt: Date | null): string | null {
  if (!role) return ofParent;
  return role.boundCidrs.length === 0 || expiresAt === null ? null : JSON.stringify(role.boundCidrs);
}

const givenWarning = 'A token whose text was chosen is only as hard to find out as that text.';

/** @throws INVALID_INPUT */
function givenToken(text: string) {
  if (text.includes('.')) throw invalidInput('id', "custom token ID cannot have a '.' in the value");
  const token = chosenToken(text);
  if (!token) throw invalidInput('id', 'a custom token ID has 16 to 256 visible ASCII characters');
  return token;
}
