import type { Clock } from '../../platform/clock.js';
import { isUniqueViolation } from '../../platform/database/conflicts.js';
import type { Database } from '../../platform/database/database.js';
import { ProblemError, saysNoMount } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import type { Roots } from '../issuers/roots.js';
import type { Mounts } from '../mounts/mounts.js';
import type { GivenRole, Role } from '../policy/index.js';
import { RoleStore } from '../roles/role.store.js';
import type { Roles } from '../roles/roles.js';
import { Name } from '../x509/index.js';
import type { InheritedRoot } from './inherited-root.js';
import type { ServerNames } from './server-names.js';
import { itself } from './itself.js';

/** The path of its mount, unless somebody moved it. */
export const ownMount = 'trustate-tls';
const mountFact = 'pki.server-certificate-mount';

/** The role of the servers' certificates. */
export const serverRole = 'server';

const day = 86_400;
const rootLife = 3650 * day;
const leafLife = 90 * day;
/** For clients whose clock is slow. */
const backdating = 300;

const organization = 'Trustate';
const rootName = 'Trustate TLS root';
/** The names of our own roots in all versions. */
const ownNames = [rootName, 'Trustate bootstrap authority'];

/** The initial role; later changes of operators are kept. */
const firstRole: GivenRole = {
  allowBareDomains: true,
  allowWildcardCertificates: false,
  clientFlag: false,
  keyType: 'ec',
  keyBits: 256,
  keyUsage: ['DigitalSignature'],
  basicConstraintsValidForNonCa: true,
  ttl: leafLife,
  notBeforeDuration: backdating,
};

/** What a server's certificate is issued with. */
export interface Issuing {
  readonly authority: Authority;
  readonly issuer: AuthorityIssuer;
  readonly role: Role;
}

const saysNameTaken = (error: unknown): boolean => error instanceof ProblemError && error.code === 'NAME_TAKEN';

/**
 * The authority that issues the certificates of this installation's servers: a mount like any other, with a long-lived root and a role for the names of
 * servers. Servers with the same database share it. Everything here checks first and creates what is missing, so the next start completes what a crash
 * interrupted.
 */
export class OwnAuthority {
  readonly #roles: RoleStore;
  #mountId: string | undefined;

  constructor(
    private readonly deps: {
      database: Database;
      mounts: Mounts;
      authorities: AuthorityReader;
      roots: Roots;
      roles: Roles;
      inherited: InheritedRoot;
      clock: Clock;
    },
  ) {
    this.#roles = new RoleStore(deps);
  }

  /** @throws ISSUER_NOT_FOUND if an operator left the role or the mount without an issuer; REQUEST_REFUSED; OperatorError */
  async ready(names: ServerNames): Promise<Issuing> {
    const authority = await this.#rooted();
    const role = await this.#roleFor(authority, names);
    return { authority, role, issuer: authority.issuer(role.issuerRef) };
  }

  async #rooted(): Promise<Authority> {
    try {
      return await this.#lasting(await this.#begun());
    } catch (error) {
      // Another server that starts on the same database created it first.
      if (!saysNameTaken(error) && !isUniqueViolation(error)) throw error;
      return this.#lasting(await this.#begun());
    }
  }

  async #begun(): Promise<Authority> {
    const { authorities, inherited, database } = this.deps;
    const mounted = await this.#mounted();
    const authority = (await inherited.handOver(mounted)) ? await authorities.byId(mounted.mount.id) : mounted;
    if (authority.issuers.length > 0) return authority;
    // A key without a certificate was moved here, or remains after its issuer was deleted.
    const hasKey = (await database.client.issuerKey.count({ where: { mountId: authority.mount.id } })) > 0;
    await this.#makeRoot(authority, hasKey ? 'existing' : 'internal', { commonName: rootName, issuerName: 'root' });
    return authorities.byId(authority.mount.id);
  }

  async #mounted(): Promise<Authority> {
    const { mounts, authorities } = this.deps;
    try {
      if (this.#mountId !== undefined) return await authorities.byId(this.#mountId);
    } catch (error) {
      if (!saysNoMount(error)) throw error;
    }
    this.#mountId = await mounts.ownOf(itself, mountFact, ownMount, {
      description: 'Certificates of the servers of this installation',
      maxLeaseTtl: rootLife,
    });
    return authorities.byId(this.#mountId);
  }

  /**
   * If our own root expires before a certificate would, it is created again with the same key: clients still trust it. So is one that begins in the future, as
   * a start with a fast clock made it: nobody could use it before.
   */
  async #lasting(authority: Authority): Promise<Authority> {
    const root = authority.defaultIssuer;
    const now = this.deps.clock.now();
    const end = new Date(now.getTime() + leafLife * 1000);
    const lasts = ({ certificate }: AuthorityIssuer): boolean =>
      certificate.notBefore <= now && certificate.notAfter > end;
    if (!root || !isOurs(root) || lasts(root)) return authority;
    const successor = (issuer: AuthorityIssuer): boolean =>
      issuer.keyId === root.keyId && issuer.certificate.subject.equals(root.certificate.subject) && lasts(issuer);
    const next =
      authority.issuers.find(successor) ??
      (await this.#makeRoot(authority, 'existing', {
        commonName: root.certificate.subject.commonName ?? rootName,
        keyRef: root.keyId,
        issuerName: unusedName(authority, `root-from-${end.getUTCFullYear()}`),
      }));
    const { authority: replaced } = await this.deps.roots.replaceAs(
      itself,
      await this.deps.authorities.byId(authority.mount.id),
      next.id,
    );
    return replaced;
  }

  async #makeRoot(
    authority: Authority,
    type: 'internal' | 'existing',
    given: { readonly commonName: string; readonly issuerName: string; readonly keyRef?: string | undefined },
  ): Promise<AuthorityIssuer> {
    const kind = type === 'existing' ? {} : { keyType: 'ec', keyBits: 256 };
    const life = { ttl: rootLife, notBeforeDuration: backdating, organization: [organization] };
    const { issuer } = await this.deps.roots.generateAs(itself, authority, type, { ...kind, ...life, ...given });
    return issuer;
  }

  /** The role, with the names of this server added to those of the others. */
  async #roleFor({ mount }: Authority, { dns }: ServerNames): Promise<Role> {
    const known = await this.#roles.find(mount.id, serverRole);
    if (known && dns.every((name) => known.role.allowedDomains.includes(name))) return known.role;
    const { role } = await this.deps.roles.putAs(itself, mount, serverRole, (before) => ({
      ...(before ?? firstRole),
      allowedDomains: [...new Set([...(before?.allowedDomains ?? []), ...dns])],
    }));
    return role.role;
  }
}

/** The same for all servers that see the same issuers: of two that create one at once, one finds the name taken. */
function unusedName({ issuers }: Authority, name: string): string {
  const used = new Set(issuers.map((issuer) => issuer.name));
  let unused = name;
  for (let count = 2; used.has(unused); count += 1) unused = `${name}-${count}`;
  return unused;
}

/** Whether an authority was created here, and not by an operator. */
function isOurs({ isRoot, keyId, certificate: { subject } }: AuthorityIssuer): boolean {
  const names = ownNames.map((commonName) => Name.of({ organization: [organization], commonName }));
  return isRoot && keyId !== undefined && names.some((name) => subject.equals(name));
}
