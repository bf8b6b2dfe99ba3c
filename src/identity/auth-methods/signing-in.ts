import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import { ids } from '../../platform/ids.js';
import type { Caller } from '../caller.js';
import type { IdentityEpoch } from '../epoch.js';
import { isWithin, networksIn } from '../tokens/bound-networks.js';
import { sha256 } from '../tokens/token-text.js';
import { Refusal } from './attempts.js';
import type { Attempts } from './attempts.js';
import type { AuthMethod, MethodType } from './auth-method.js';
import type { AuthMethodStore } from './auth-method.store.js';
import type { AuthRole } from './auth-role.js';
import { isTaken, metadataOf } from './client-certificates.js';
import type { ClientCertificates, PresentedChain, TrustedCertificates } from './client-certificates.js';
import type { HashingTurns } from './hashing-turns.js';
import { nameOfRole } from './role-name.js';
import { hashSecret, isSecret, longestSecret, saltOf } from './secret-hashes.js';
import { policiesOf } from './sign-in-terms.js';
import type { Origin, SignedIn, SignIns } from './sign-ins.js';

/** What is told of whatever is wrong, in Vault's words. */
const refusals = {
  password: 'invalid username or password',
  certificate: 'invalid certificate or no client certificate supplied',
  challenge: 'invalid challenge',
} as const;

/** Read certificates of roles: a role's take a few kilobytes. */
const mostRead = 1_000;

/** A role that somebody signed in under, with what its tokens and records are told. */
export interface Entered {
  readonly method: AuthMethod;
  readonly role: AuthRole;
  readonly displayName: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Of a client certificate. */
  readonly fingerprint?: string;
}

/** Signs people and machines in by a method. */
export class SigningIn implements SignIns {
  readonly #trusted = new LRUCache<string, { readonly read: TrustedCertificates | null }>({ max: mostRead });

  constructor(
    private readonly deps: {
      store: AuthMethodStore;
      epoch: IdentityEpoch;
      certificates: ClientCertificates;
      attempts: Attempts;
      turns: HashingTurns;
      clock: Clock;
    },
  ) {}

  find(kind: MethodType, accessor: string): Promise<AuthMethod | null> {
    return this.deps.store.byAccessor(kind, accessor);
  }

  async byPassword(accessor: string, name: string, password: string, from: Origin): Promise<SignedIn> {
    return this.#signedIn(
      await this.enterByPassword(await this.find('userpass', accessor), name, password, from),
      from,
    );
  }

  async byCertificate(
    accessor: string,
    role: string | null,
    presented: readonly Uint8Array[],
    from: Origin,
  ): Promise<SignedIn> {
    return this.#signedIn(
      await this.enterByCertificate(await this.find('cert', accessor), role, presented, from),
      from,
    );
  }

  async byChallenge(accessor: string, role: string | null, challenge: string, from: Origin): Promise<SignedIn> {
    return this.#signedIn(await this.enterByChallenge(await this.find('scep', accessor), role, challenge, from), from);
  }

  /** @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED */
  enterByPassword(method: AuthMethod | null, name: string, password: string, from: Origin): Promise<Entered> {
    const user = nameOfRole('userpass', name);
    const account = method && user !== null ? `user ${method.id} ${user}` : null;
    return this.deps.attempts.make({ account, sent: password, refusal: refusals.password }, from, async () => {
      const role = method && user !== null ? await this.deps.store.role(method.id, user) : null;
      // What is too long for a password takes as long to check.
      const sent = password.length > longestSecret ? '' : password;
      const isRight = await this.deps.turns.take(from.remoteAddress, () => isSecret(sent, role?.secretHash ?? null));
      if (!method || !role || !isRight || sent === '') throw new Refusal('wrong-password');
      return admitted(
        { method, role, displayName: `${dashed(method)}-${role.name}`, metadata: { username: role.name } },
        from,
      );
    });
  }

  /** @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED */
  enterByCertificate(
    method: AuthMethod | null,
    name: string | null,
    presented: readonly Uint8Array[],
    from: Origin,
  ): Promise<Entered> {
    const sent = sha256(Buffer.concat([...presented.slice(0, 1)]).toString('base64'));
    return this.deps.attempts.make({ account: null, sent, refusal: refusals.certificate }, from, async () => {
      const chain = this.deps.certificates.open(presented);
      const role = method && chain && (await this.#trusting(method, name, chain));
      if (!method || !role || (await chain.isRevoked(this.#certificatesOf(role))))
        throw new Refusal('wrong-certificate');
      const { leaf } = chain;
      return admitted(
        {
          method,
          role,
          metadata: metadataOf(leaf, role.name, role.rule),
          fingerprint: leaf.fingerprint,
          displayName: `${dashed(method)}-${role.rule.displayName === '' ? role.name : role.rule.displayName}`,
        },
        from,
      );
    });
  }

  /** @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED */
  enterByChallenge(method: AuthMethod | null, name: string | null, challenge: string, from: Origin): Promise<Entered> {
    return this.deps.attempts.make({ account: null, sent: challenge, refusal: refusals.challenge }, from, async () => {
      const role = method && (await this.#challenged(method, name, challenge, from));
      if (!method || !role) throw new Refusal('wrong-challenge');
      return admitted(
        {
          method,
          role,
          metadata: { role: role.name },
          displayName: `${dashed(method)}-${role.displayName === '' ? role.name : role.displayName}`,
        },
        from,
      );
    });
  }

  async #challenged(
    method: AuthMethod,
    name: string | null,
    challenge: string,
    from: Origin,
  ): Promise<AuthRole | null> {
    if (challenge === '' || challenge.length > longestSecret) return null;
    const { store, clock } = this.deps;
    const asked = { methodId: method.id, hash: sha256(challenge), now: clock.now() };
    const isNamed = (role: AuthRole) => name === null || role.name === name;
    const once = await store.takeChallenge(asked, (role) => isNamed(role) && isAllowedFrom(role, from));
    if (once) return once;
    const hash = await this.deps.turns.take(from.remoteAddress, () => hashSecret(challenge, saltOf(method.salt)));
    const role = await store.roleWithSecret(method.id, hash);
    return role && isNamed(role) ? role : null;
  }

  /** The first role by name that takes the leaf: one that lists the client's own certificate, then one that lists an authority of its chain. */
  async #trusting(method: AuthMethod, name: string | null, chain: PresentedChain): Promise<AuthRole | null> {
    const { store } = this.deps;
    if (name !== null) {
      const known = nameOfRole('cert', name);
      const role = known === null ? null : await store.role(method.id, known);
      return role && this.#takes(role, chain) ? role : null;
    }
    let byAuthority: AuthRole | null = null;
    for await (const role of store.trusting(method.id, chain.names)) {
      const trusted = this.#certificatesOf(role);
      if ((byAuthority && trusted?.isAuthority === true) || !this.#takes(role, chain)) continue;
      if (trusted?.isAuthority === false) return role;
      byAuthority = role;
    }
    return byAuthority;
  }

  #takes(role: AuthRole, chain: PresentedChain): boolean {
    const trusted = this.#certificatesOf(role);
    return trusted !== null && isTaken(chain.leaf, role.rule) && chain.isTrustedBy(trusted);
  }

  /** Whether a role still takes certificates by which somebody signed in under it. */
  async stillTakes(role: AuthRole, presented: readonly Uint8Array[]): Promise<boolean> {
    const chain = this.deps.certificates.open(presented);
    return chain !== null && this.#takes(role, chain) && !(await chain.isRevoked(this.#certificatesOf(role)));
  }

  #certificatesOf({ id, updatedAt, rule }: AuthRole): TrustedCertificates | null {
    const key = `${id} ${updatedAt.getTime()} ${sha256(rule.certificate)}`;
    const known = this.#trusted.get(key) ?? { read: this.deps.certificates.trusted(rule.certificate) };
    this.#trusted.set(key, known);
    return known.read;
  }

  /** A role with `root` admits nobody: see `policiesOf`. */
  async #signedIn({ method, role, displayName, metadata }: Entered, origin: Origin): Promise<SignedIn> {
    const caller: Caller = {
      kind: 'restricted',
      tokenId: ids.token.make(),
      userId: ids.user.require(method.accountId),
      username: displayName,
      siteAdmin: false,
      narrowed: true,
      bound: true,
      batch: true,
      policies: policiesOf(role.terms),
      organizations: new Map(),
      epoch: await this.deps.epoch.read(),
      origin,
    };
    return { caller, method, displayName, metadata };
  }
}

const dashed = ({ path }: AuthMethod): string => path.replaceAll('/', '-');

const isAllowedFrom = ({ terms: { boundCidrs } }: AuthRole, { remoteAddress }: Origin): boolean =>
  boundCidrs.length === 0 || isWithin(networksIn(boundCidrs), remoteAddress);

/** @throws Refusal from another network than those of the role */
function admitted(entered: Entered, from: Origin): Entered {
  if (isAllowedFrom(entered.role, from)) return entered;
  throw new Refusal('other-network');
}
