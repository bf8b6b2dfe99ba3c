import DataLoader from 'dataloader';
import type { Database } from '../platform/database/database.js';
import type { CertificateMetadataRow, CertificateRow, MountRow, RevocationRow } from '../platform/database/models.js';
import { byId } from '../platform/graphql/by-id.js';
import { certificateContents } from './certificates/certificate-content.js';
import type { CertificateContents } from './certificates/certificate-content.js';
import type { CrlHead } from './crls/crl.store.js';
import type { CelRoleStore, NamedCelRole } from './cel-roles/cel-role.store.js';
import type { Authorities } from './issuers/authorities.js';
import type { Authority } from './issuers/authority.js';
import type { KeyFacts } from './keys/key.store.js';
import type { ManagedKeyFacts, ManagedKeyStore } from './managed-keys/managed-key.store.js';
import type { NamedRole, RoleStore } from './roles/role.store.js';

/** An object of a mount by its name there. */
export interface InMount {
  readonly mountId: string;
  readonly name: string;
}

/**
 * Reads that the fields of one response share: one statement for all that are requested together. They do not check permissions: they are for related objects
 * of one that the caller may see, or after a check.
 */
export interface PkiLoaders {
  /** By path; `null` for a deleted mount. */
  readonly authority: DataLoader<string, Authority | null>;
  readonly authorityById: DataLoader<string, Authority | null>;
  /** By path. */
  readonly mount: DataLoader<string, MountRow | null>;
  readonly mountById: DataLoader<string, MountRow | null>;
  readonly placeOfIssuer: DataLoader<string, { readonly id: string; readonly mountId: string } | null>;
  readonly key: DataLoader<string, KeyFacts | null>;
  readonly managedKey: DataLoader<string, ManagedKeyFacts | null>;
  readonly role: DataLoader<string, NamedRole | null>;
  readonly celRole: DataLoader<string, NamedCelRole | null>;
  readonly celRoleNamed: DataLoader<InMount, NamedCelRole | null, string>;
  readonly roleNamed: DataLoader<InMount, NamedRole | null, string>;
  readonly certificate: DataLoader<string, CertificateRow | null>;
  /** The content of certificates. */
  readonly content: CertificateContents;
  /** By serial number in the form of the column: one for each issuer that used it. */
  readonly certificatesNumbered: DataLoader<InMount, readonly CertificateRow[], string>;
  readonly metadataNumbered: DataLoader<InMount, readonly CertificateMetadataRow[], string>;
  readonly revocation: DataLoader<string, RevocationRow | null>;
  readonly revocationsNumbered: DataLoader<InMount, readonly RevocationRow[], string>;
  /** The latest CRL of issuers that share one. */
  readonly lastCrl: DataLoader<CrlAsked, CrlHead | null, string>;
}

export interface CrlAsked {
  readonly issuerIds: readonly string[];
  readonly delta: boolean;
}

export interface LoaderDeps {
  readonly database: Database;
  readonly authorities: Pick<Authorities, 'several'>;
  readonly roles: RoleStore;
  readonly celRoles: CelRoleStore;
  readonly managedKeys: Pick<ManagedKeyStore, 'where'>;
}

/** New for each request. */
export function pkiLoaders({
  database: { client },
  authorities,
  roles,
  celRoles,
  managedKeys,
}: LoaderDeps): PkiLoaders {
  return {
    authority: new DataLoader((paths) => authorities.several('path', paths)),
    authorityById: new DataLoader((ids) => authorities.several('id', ids)),
    mount: new DataLoader(async (paths) => {
      const rows = await client.mount.findMany({ where: { path: { in: [...paths] } } });
      const found = new Map(rows.map((row) => [row.path, row]));
      return paths.map((path) => found.get(path) ?? null);
    }),
    mountById: byId((ids) => client.mount.findMany({ where: { id: { in: ids } } })),
    placeOfIssuer: byId((ids) =>
      client.issuer.findMany({ where: { id: { in: ids } }, select: { id: true, mountId: true } }),
    ),
    key: byId((ids) => client.issuerKey.findMany({ where: { id: { in: ids } }, omit: { sealedKey: true } })),
    managedKey: byId((ids) => managedKeys.where(ids)),
    role: byId((ids) => roles.where({ id: { in: ids } })),
    celRole: byId((ids) => celRoles.where({ id: { in: ids } })),
    celRoleNamed: oneInMount(
      (name) => celRoles.where({ OR: name.map(({ mountId, names }) => ({ mountId, name: { in: names } })) }),
      ({ name }) => name,
    ),
    roleNamed: oneInMount(
      (name) => roles.where({ OR: name.map(({ mountId, names }) => ({ mountId, name: { in: names } })) }),
      ({ name }) => name,
    ),
    certificate: byId((ids) => client.certificate.findMany({ where: { id: { in: ids } } })),
    content: certificateContents(),
    certificatesNumbered: inMount(
      (numbered) => client.certificate.findMany({ where: { OR: numbered.map(whereNumbered) } }),
      ({ serialNumber }) => serialNumber,
    ),
    metadataNumbered: inMount(
      (numbered) => client.certificateMetadata.findMany({ where: { OR: numbered.map(whereNumbered) } }),
      ({ serialNumber }) => serialNumber,
    ),
    revocation: byId((ids) => client.revocation.findMany({ where: { id: { in: ids } } })),
    revocationsNumbered: inMount(
      (numbered) => client.revocation.findMany({ where: { OR: numbered.map(whereNumbered) } }),
      ({ serialNumber }) => serialNumber,
    ),
    lastCrl: new DataLoader(
      async (asked) => {
        const issuerId = { in: [...new Set(asked.flatMap(({ issuerIds }) => issuerIds))] };
        const heads = await client.crl.findMany({
          where: { issuerId },
          omit: { content: true },
          orderBy: { number: 'desc' },
        });
        return asked.map(
          ({ issuerIds, delta }) =>
            heads.find((head) => head.delta === delta && issuerIds.includes(head.issuerId)) ?? null,
        );
      },
      { cacheKeyFn: ({ issuerIds, delta }) => `${delta} ${issuerIds.join(' ')}` },
    ),
  };
}

interface NamesInMount {
  readonly mountId: string;
  readonly names: string[];
}

const whereNumbered = ({ mountId, names }: NamesInMount) => ({ mountId, serialNumber: { in: names } });

const placeOf = ({ mountId, name }: InMount): string => `${mountId} ${name}`;

/** All with a name in a mount. */
function inMount<Row extends { readonly mountId: string }>(
  read: (asked: readonly NamesInMount[]) => Promise<readonly Row[]>,
  nameOf: (row: Row) => string,
): DataLoader<InMount, readonly Row[], string> {
  return new DataLoader(
    async (asked) => {
      const mounts = new Map<string, NamesInMount>();
      for (const { mountId, name } of asked) {
        const there = mounts.get(mountId) ?? { mountId, names: [] };
        there.names.push(name);
        mounts.set(mountId, there);
      }
      const rows = new Map<string, Row[]>();
      for (const row of await read([...mounts.values()])) {
        const place = placeOf({ mountId: row.mountId, name: nameOf(row) });
        rows.set(place, [...(rows.get(place) ?? []), row]);
      }
      return asked.map((one) => rows.get(placeOf(one)) ?? []);
    },
    { cacheKeyFn: placeOf },
  );
}

/** The same for names that are unique. */
function oneInMount<Row extends { readonly mountId: string }>(
  read: (asked: readonly NamesInMount[]) => Promise<readonly Row[]>,
  nameOf: (row: Row) => string,
): DataLoader<InMount, Row | null, string> {
  const several = inMount(read, nameOf);
  return new DataLoader(async (asked) => (await several.loadMany(asked)).map(firstOf), { cacheKeyFn: placeOf });
}

const firstOf = <Row>(rows: readonly Row[] | Error): Row | Error | null =>
  rows instanceof Error ? rows : (rows[0] ?? null);
