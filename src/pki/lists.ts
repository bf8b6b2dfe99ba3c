import { all, condition, equals } from '../platform/database/conditions.js';
import type { SqlCondition } from '../platform/database/conditions.js';
import type { Database } from '../platform/database/database.js';
import { fewContaining, narrowedTo } from '../platform/database/name-parts.js';
import type { NameList } from '../platform/database/name-parts.js';
import { containsName } from '../platform/database/text-search.js';
import type { RevocationRow } from '../platform/database/models.js';
import { ascending, descending, instant, keyset, text } from '../platform/graphql/keyset.js';
import { NestedPages } from '../platform/graphql/nested-pages.js';
import type { Parent } from '../platform/graphql/nested-pages.js';
import type { Certificates, StoredCertificate } from './certificates/certificates.js';
import { uncountedIn, uncountedOf } from './certificates/certificate-walk.js';
import { ExpiryHistograms } from './certificates/expiry-histogram.js';
import type { NameSearch } from './graphql/filters.js';
import type { AuthorityIssuer } from './issuers/authority.js';
import type { ListedKey } from './keys/keys.js';
import type { PkiLoaders } from './loaders.js';
import type { ReadCelRole } from './cel-roles/cel-roles.js';
import type { ReadRole } from './roles/roles.js';

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
interface IssuerSearch extends NameSearch {
  readonly expiresAfter?: Date | null | undefined;
  readonly expiresBefore?: Date | null | undefined;
}
type List<P extends Parent, Key extends object, Row, Filter = None> = NestedPages<P, Filter, Key, Row>;
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

/** Lists of the objects of one response, each read for all objects together. VisibleAuthorities checks whether the caller may list them. */
export interface PkiLists {
  readonly issuersOfMount: List<AtPath, ByAge, AuthorityIssuer, IssuerSearch>;
  readonly issuersOfKey: List<InMountOf, ByAge, AuthorityIssuer>;
  readonly keysOfMount: List<AtPath, ByAge, ListedKey, NameSearch>;
  readonly rolesOfMount: List<AtPath, { readonly name: string; readonly id: string }, ReadRole, NameSearch>;
  readonly celRolesOfMount: List<AtPath, { readonly name: string; readonly id: string }, ReadCelRole, NameSearch>;
  /** Certificates, those that expire last first, because their indexes end with the expiry. */
  readonly certificatesOfMount: List<AtPath, ByEnd, StoredCertificate>;
  readonly certificatesOfIssuer: List<InMountAt, ByEnd, StoredCertificate>;
  readonly certificatesOfRole: List<OfRole, ByEnd, StoredCertificate>;
  /** The number of certificates of a mount by time of expiry. */
  readonly expiry: ExpiryHistograms;
  readonly revocationsOfMount: List<AtPath, ByRevocation, RevocationRow>;
}

export interface ListDeps {
  readonly database: Database;
  readonly certificates: Certificates;
  readonly load: PkiLoaders;
}

const oldestFirst = keyset<ByAge>({ createdAt: ascending(instant), id: ascending(text) });
const lastToExpire = keyset<ByEnd>({ notAfter: descending(instant), id: descending(text) });

/** New for each request. */
export function pkiLists({ database, certificates, load }: ListDeps): PkiLists {
  const inMount = ({ id }: Parent): SqlCondition => equals('mountId', id);
  // The names of a mount's issuers, keys and roles are ASCII. Those of issuers and keys are few enough for a search without an index.
  const named = ({ search }: NameSearch): readonly SqlCondition[] =>
    search ? [containsName(database.provider, 'name', search)] : [];
  const roles = async (mount: Parent, search: NameSearch, table: 'Role' | 'CelRole', list: NameList) =>
    narrowedTo(await fewContaining(database, search.search, list), all(inMount(mount), ...named(search)), {
      provider: database.provider,
      column: 'id',
      index: `sqlite_autoindex_${table}_1`,
    });
  const ending = ({ expiresAfter, expiresBefore }: IssuerSearch): readonly SqlCondition[] => [
    ...(expiresAfter ? [condition('"notAfter" >= ?', expiresAfter)] : []),
    ...(expiresBefore ? [condition('"notAfter" < ?', expiresBefore)] : []),
  ];
  const stored = async (id: string, path: string): Promise<StoredCertificate | null> => {
    const row = await load.certificate.load(id);
    return row && certificates.shown(row, path);
  };
  const mountIdOf = async (path: string): Promise<string> => (await load.authority.load(path))?.mount.id ?? '';
  const ofRole = async ({ name, mountPath }: OfRole): Promise<SqlCondition> =>
    all(equals('mountId', await mountIdOf(mountPath)), equals('roleName', name));
  return {
    issuersOfMount: new NestedPages({
      database,
      table: 'Issuer',
      key: oldestFirst,
      of: (mount: AtPath, search: IssuerSearch) => all(inMount(mount), ...named(search), ...ending(search)),
      node: async ({ id }, { path }) => (await load.authority.load(path))?.issuerById(id) ?? null,
    }),
    issuersOfKey: new NestedPages({
      database,
      table: 'Issuer',
      key: oldestFirst,
      of: ({ id }: InMountOf) => equals('keyId', id),
      node: async ({ id }, { mountId }) => (await load.authorityById.load(mountId))?.issuerById(id) ?? null,
    }),
    keysOfMount: new NestedPages({
      database,
      table: 'IssuerKey',
      key: oldestFirst,
      of: (mount: AtPath, search: NameSearch) => all(inMount(mount), ...named(search)),
      node: async ({ id }, { path }) => {
        const [key, mount] = await Promise.all([load.key.load(id), load.mount.load(path)]);
        return key && { ...key, isDefault: mount?.defaultKeyId === id };
      },
    }),
    rolesOfMount: new NestedPages({
      database,
      table: 'Role',
      counted: ({ id }, { search }) => (search ? null : `role/${id}`),
      of: (mount: AtPath, search: NameSearch) => roles(mount, search, 'Role', `role/${mount.id}`),
      key: keyset<{ name: string; id: string }>({ name: ascending(text), id: ascending(text) }),
      node: async ({ id }, { path }) => {
        const role = await load.role.load(id);
        return role && { ...role, mount: path };
      },
    }),
    celRolesOfMount: new NestedPages({
      database,
      table: 'CelRole',
      counted: ({ id }, { search }) => (search ? null : `cel-role/${id}`),
      of: (mount: AtPath, search: NameSearch) => roles(mount, search, 'CelRole', `cel-role/${mount.id}`),
      key: keyset<{ name: string; id: string }>({ name: ascending(text), id: ascending(text) }),
      node: async ({ id }, { path }) => {
        const role = await load.celRole.load(id);
        return role && { ...role, mount: path };
      },
    }),
    certificatesOfMount: new NestedPages({
      database,
      table: 'Certificate',
      key: lastToExpire,
      of: (mount: AtPath) => inMount(mount),
      node: ({ id }, { path }) => stored(id, path),
      counted: ({ id }) => `certificate/${id}`,
      uncounted: ({ id }) => uncountedIn(id),
    }),
    certificatesOfIssuer: new NestedPages({
      database,
      table: 'Certificate',
      key: lastToExpire,
      of: ({ id }: InMountAt) => equals('issuerId', id),
      node: ({ id }, { mountPath }) => stored(id, mountPath),
      counted: ({ id }) => `certificate-issuer/${id}`,
      uncounted: ({ id }) => uncountedOf(equals('issuerId', id)),
    }),
    certificatesOfRole: new NestedPages({
      database,
      table: 'Certificate',
      key: lastToExpire,
      of: ofRole,
      node: ({ id }, { mountPath }) => stored(id, mountPath),
      counted: async ({ name, mountPath }) => `certificate-role/${await mountIdOf(mountPath)}/${name}`,
      uncounted: async (role) => uncountedOf(await ofRole(role)),
    }),
    expiry: new ExpiryHistograms({ database }),
    revocationsOfMount: new NestedPages({
      database,
      table: 'Revocation',
      of: (mount: AtPath) => inMount(mount),
      key: keyset<ByRevocation>({ revokedAt: descending(instant), id: descending(text) }),
      node: ({ id }) => load.revocation.load(id),
      counted: ({ id }) => `revocation/${id}`,
    }),
  };
}
