import type { Caller } from '../identity/caller.js';
import { all, equals } from '../platform/database/conditions.js';
import type { SqlCondition } from '../platform/database/conditions.js';
import type { Database } from '../platform/database/database.js';
import type { MountRow, RevocationRow } from '../platform/database/models.js';
import { ascending, descending, instant, keyset, text } from '../platform/graphql/keyset.js';
import { NestedPages } from '../platform/graphql/nested-pages.js';
import type { Parent } from '../platform/graphql/nested-pages.js';
import type { PathPolicies } from './access.js';
import type { Certificates, StoredCertificate } from './certificates/certificates.js';
import type { AuthorityIssuer } from './issuers/authority.js';
import type { KeyFacts } from './keys/key.store.js';
import type { PkiLoaders } from './loaders.js';
import type { ReadRole } from './roles/roles.js';
import { bareSerial, type SerialNumber } from './x509/index.js';

interface AtPath extends Parent {
  readonly path: string;
}
interface InMountAt extends Parent {
  readonly mountPath: string;
}
interface InMountOf extends Parent {
  readonly mountId: string;
}
interface OfRole extends InMountAt {
  readonly name: string;
}
type None = Readonly<Record<string, never>>;
type List<P extends Parent, Key extends object, Row> = NestedPages<P, None, Key, Row>;
interface ByAge {
  readonly createdAt: Date;
  readonly id: string;
}
interface ByEnd {
  readonly notAfter: Date;
  readonly id: string;
}
interface ByRevocation {
  readonly revokedAt: Date;
  readonly id: string;
}

/** Lists that hang on the objects of one answer, each read for all objects together. Whether the caller may list them is asked with {@link PkiEdges}. */
export interface PkiLists {
  readonly issuersOfMount: List<AtPath, ByAge, AuthorityIssuer>;
  readonly issuersOfKey: List<InMountOf, ByAge, AuthorityIssuer>;
  readonly keysOfMount: List<AtPath, ByAge, KeyFacts>;
  readonly rolesOfMount: List<AtPath, { readonly name: string; readonly id: string }, ReadRole>;
  /** Certificates: the last to expire first. Their indexes end with the expiry. */
  readonly certificatesOfMount: List<AtPath, ByEnd, StoredCertificate>;
  readonly certificatesOfIssuer: List<InMountAt, ByEnd, StoredCertificate>;
  readonly certificatesOfRole: List<OfRole, ByEnd, StoredCertificate>;
  readonly revocationsOfMount: List<AtPath, ByRevocation, RevocationRow>;
}

export interface EdgeDeps {
  readonly database: Database;
  readonly policies: PathPolicies;
  readonly certificates: Certificates;
  readonly load: PkiLoaders;
}

const oldestFirst = keyset<ByAge>({ createdAt: ascending(instant), id: ascending(text) });
const lastToExpire = keyset<ByEnd>({ notAfter: descending(instant), id: descending(text) });

function pkiLists({ database, certificates, load }: Omit<EdgeDeps, 'policies'>): PkiLists {
  const inMount = ({ id }: Parent): SqlCondition => equals('mountId', id);
  const stored = async (id: string, path: string): Promise<StoredCertificate | null> => {
    const row = await load.certificate.load(id);
    return row && certificates.shown(row, path);
  };
  return {
    issuersOfMount: new NestedPages({
      ...{ database, table: 'Issuer', key: oldestFirst, of: (mount: AtPath) => inMount(mount) },
      node: async ({ id }, { path }) => (await load.authority.load(path))?.issuerById(id) ?? null,
    }),
    issuersOfKey: new NestedPages({
      ...{ database, table: 'Issuer', key: oldestFirst },
      of: ({ id }: InMountOf) => equals('keyId', id),
      node: async ({ id }, { mountId }) => (await load.authorityById.load(mountId))?.issuerById(id) ?? null,
    }),
    keysOfMount: new NestedPages({
      ...{ database, table: 'IssuerKey', key: oldestFirst, of: (mount: AtPath) => inMount(mount) },
      node: ({ id }) => load.key.load(id),
    }),
    rolesOfMount: new NestedPages({
      ...{ database, table: 'Role', of: (mount: AtPath) => inMount(mount) },
      key: keyset<{ name: string; id: string }>({ name: ascending(text), id: ascending(text) }),
      node: async ({ id }, { path }) => {
        const role = await load.role.load(id);
        return role && { ...role, mount: path };
      },
    }),
    certificatesOfMount: new NestedPages({
      ...{ database, table: 'Certificate', key: lastToExpire, of: (mount: AtPath) => inMount(mount) },
      node: ({ id }, { path }) => stored(id, path),
    }),
    certificatesOfIssuer: new NestedPages({
      ...{ database, table: 'Certificate', key: lastToExpire },
      of: ({ id }: InMountAt) => equals('issuerId', id),
      node: ({ id }, { mountPath }) => stored(id, mountPath),
    }),
    certificatesOfRole: new NestedPages({
      ...{ database, table: 'Certificate', key: lastToExpire },
      of: async ({ name, mountPath }: OfRole) => {
        const authority = await load.authority.load(mountPath);
        return all(equals('mountId', authority?.mount.id ?? ''), equals('roleName', name));
      },
      node: ({ id }, { mountPath }) => stored(id, mountPath),
    }),
    revocationsOfMount: new NestedPages({
      ...{ database, table: 'Revocation', of: (mount: AtPath) => inMount(mount) },
      key: keyset<ByRevocation>({ revokedAt: descending(instant), id: descending(text) }),
      node: ({ id }) => load.revocation.load(id),
    }),
  };
}

/** What hangs on the objects of one answer, as far as one caller may have it; the questions are those of the paths, and their answers null. */
export class PkiEdges {
  readonly lists: PkiLists;

  constructor(
    private readonly deps: EdgeDeps,
    private readonly caller: Caller,
  ) {
    this.lists = pkiLists(deps);
  }

  /** What `below` a mount may be listed; `null` where it may not. */
  async listed<T>(path: string, below: 'keys' | 'roles' | 'certs' | 'certs/revoked', list: () => Promise<T>) {
    return (await this.deps.policies.allows(this.caller, `${path}/${below}/`, 'list')) ? list() : null;
  }

  async mount(path: string): Promise<MountRow | null> {
    if (!(await this.deps.policies.allows(this.caller, `sys/mounts/${path}`, 'read'))) return null;
    return this.deps.load.mount.load(path);
  }

  async role(path: string, name: string): Promise<ReadRole | null> {
    if (!(await this.deps.policies.allows(this.caller, `${path}/roles/${name}`, 'read'))) return null;
    const authority = await this.deps.load.authority.load(path);
    const role = authority && (await this.deps.load.roleNamed.load({ mountId: authority.mount.id, name }));
    return role && { ...role, mount: path };
  }

  async revocation(path: string, serialNumber: SerialNumber): Promise<RevocationRow | null> {
    return this.listed(path, 'certs/revoked', async () => {
      const authority = await this.deps.load.authority.load(path);
      const name = bareSerial(serialNumber);
      return authority && this.deps.load.revocationNumbered.load({ mountId: authority.mount.id, name });
    });
  }
}
