import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import type { RequestOrigin } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { columnsOf, secondsAfter, shown } from '../tokens/own-token.js';
import type { MadeToken } from '../tokens/own-token.js';
import { usesOf } from '../tokens/service-token.rules.js';
import { systemLifetimes, termsOf } from '../tokens/token-lifetime.js';
import type { Lifetimes } from '../tokens/token-lifetime.js';
import { issueToken } from '../tokens/token-text.js';
import { insertToken } from '../tokens/token.store.js';
import type { AuthMethod } from './auth-method.js';
import type { AuthMethodStore } from './auth-method.store.js';
import type { SignInTerms } from './auth-role.js';
import type { Entered, SigningIn } from './signing-in.js';
import { policiesOf } from './sign-in-terms.js';

/** What a renewal compares with the role: see `RenewalTerms`. */
export interface KeptSignIn {
  readonly role: string;
  readonly policies: readonly string[];
  /** Of the client certificate that signed in. */
  readonly fingerprint?: string;
}

/** Tokens for whoever signs in by a method: auth/…/login. They are orphans, and only the policies of the role give them permissions. */
export class Logins {
  constructor(
    private readonly deps: { store: AuthMethodStore; signingIn: SigningIn; changes: IdentityChanges; clock: Clock },
  ) {}

  /** @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED, INVALID_INPUT for a role that cannot give a token */
  async byPassword(path: string, name: string, password: string, from: RequestOrigin): Promise<MadeToken> {
    const method = await this.#method(path, 'userpass');
    const entered = await this.deps.signingIn.enterByPassword(method, name, password, from);
    return this.#token(entered, `auth/${entered.method.path}/login/${entered.role.name}`, from);
  }

  /** With the certificates of the connection. @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED, INVALID_INPUT for a role that cannot give a token */
  async byCertificate(path: string, role: string | null, from: RequestOrigin): Promise<MadeToken> {
    const method = await this.#method(path, 'cert');
    const entered = await this.deps.signingIn.enterByCertificate(method, role, from.certificates?.() ?? [], from);
    return this.#token(entered, `auth/${entered.method.path}/login`, from);
  }

  async #method(path: string, type: AuthMethod['type']): Promise<AuthMethod | null> {
    const method = await this.deps.store.byPath(path);
    if (method?.type === 'scep')
      throw problem('INVALID_INPUT', 'a challenge of SCEP signs in through the SCEP server of a mount only', [
        'method',
      ]);
    return method?.type === type ? method : null;
  }

  async #token(entered: Entered, path: string, origin: RequestOrigin): Promise<MadeToken> {
    const { method, role, displayName, metadata, fingerprint } = entered;
    const { changes, clock } = this.deps;
    const policies = policiesOf(role.terms);
    const type = typeOf(method, role.terms);
    const input = inputOf(role.terms, type);
    const now = clock.now();
    const { terms, warnings } = termsOf(input, policies, lifetimesOf(method, role.terms));
    const expiresAt = secondsAfter(now, terms.creationTtl ?? systemLifetimes.usual);
    const { id, secretHash, text } = issueToken();
    const signIn: KeptSignIn = { role: role.name, policies, ...(fingerprint !== undefined && { fingerprint }) };
    const actor = { kind: 'restricted', username: displayName, userId: method.accountId, tokenId: id, origin } as const;
    const token = await changes.make(
      actor,
      'token.create',
      async (tx) => {
        await requireUnchanged(tx, entered);
        const result = await insertToken(tx, {
          id,
          secretHash,
          kind: 'sign-in',
          userId: method.accountId,
          expiresAt,
          ...columnsOf(terms),
          description: displayName,
          displayName,
          createdById: method.accountId,
          createdAt: now,
          policies: JSON.stringify(policies),
          parentId: null,
          renewable: type !== 'batch',
          type,
          usesLeft: usesOf(input),
          path,
          boundCidrs: networksOf(role.terms, origin),
          meta: JSON.stringify(metadata),
          methodId: method.id,
          signIn: JSON.stringify(signIn),
        });
        const details = { policies, expiresAt: expiresAt.toISOString(), method: method.accessor, role: role.name };
        return { result, target: { type: 'token', id, name: displayName }, details };
      },
      { affectsNobody: true },
    );
    return { token: shown(token, policies, now), text, warnings };
  }
}

/** The role may have been changed or deleted since it was asked. @throws SIGN_IN_REFUSED */
async function requireUnchanged(tx: TransactionClient, { role: { id, updatedAt } }: Entered): Promise<void> {
  if ((await tx.authRole.count({ where: { id, updatedAt } })) === 0) throw problem('SIGN_IN_REFUSED');
}

/** A method that says `service` or `batch` decides; else the role does. */
function typeOf({ tuning: { tokenType } }: AuthMethod, { type }: SignInTerms): 'service' | 'batch' {
  if (tokenType === 'service' || tokenType === 'batch') return tokenType;
  if (type !== 'default') return type;
  return tokenType === 'default-batch' ? 'batch' : 'service';
}

function inputOf({ ttl, explicitMaxTtl, period, numUses }: SignInTerms, type: 'service' | 'batch') {
  return { ttl, type, ...(type === 'batch' ? {} : { explicitMaxTtl, period, numUses }) };
}

/** How long tokens of a method live, under a role. */
export function lifetimesOf({ tuning }: AuthMethod, { maxTtl }: SignInTerms): Lifetimes {
  const ofMethod = tuning.maxLeaseTtl || systemLifetimes.most;
  const most = maxTtl > 0 ? Math.min(maxTtl, ofMethod) : ofMethod;
  return { usual: tuning.defaultLeaseTtl || systemLifetimes.usual, most };
}

function networksOf({ boundCidrs, strictlyBindIp }: SignInTerms, { remoteAddress }: RequestOrigin): string | null {
  if (strictlyBindIp) return JSON.stringify([remoteAddress]);
  return boundCidrs.length === 0 ? null : JSON.stringify(boundCidrs);
}
