import type { KeyObject } from 'node:crypto';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { IssuerRow, MountRow } from '../../platform/database/models.js';
import { inTurns } from '../../platform/turns.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { rebuildWarnings } from '../crls/rebuild-warnings.js';
import { keepKey } from '../keys/key.store.js';
import type { KeyFacts } from '../keys/key.store.js';
import { weakKeyFaults } from '../policy/key-rules.js';
import { readBundle } from '../read-bundle.js';
import { requireLong } from '../refusal.js';
import { isAuthority } from '../x509/index.js';
import type { Bundle, Certificate } from '../x509/index.js';
import type { Authority, AuthorityReader } from './authority.js';
import { keepIssuer, linkKeys, mixtureWarnings, rebuildChains, settleDefault } from './issuer.store.js';
import { urlWarnings } from './warnings.js';
import type { Actor } from '../../identity/audit/actor.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** The result of importing a bundle. Issuers and keys have the identifiers that Vault's clients see. */
export interface ImportedBundle {
  readonly importedIssuers: readonly IssuerRow[];
  readonly importedKeys: readonly KeyFacts[];
  readonly existingIssuers: readonly IssuerRow[];
  readonly existingKeys: readonly KeyFacts[];
  /** Every issuer of the bundle, new or existing, with its key if the mount has it. */
  readonly mapping: readonly { readonly issuer: IssuerRow; readonly key: KeyFacts | null }[];
  readonly warnings: readonly Said[];
}

/** The ways to import: whether they accept private keys, and whether an issuer that cannot sign becomes the default. */
const ways = {
  ca: { path: 'config/ca', keys: true, anyDefault: true },
  bundle: { path: 'issuers/import/bundle', keys: true, anyDefault: false },
  cert: { path: 'issuers/import/cert', keys: false, anyDefault: false },
  signed: { path: 'intermediate/set-signed', keys: false, anyDefault: false },
} as const;

export type ImportWay = keyof typeof ways;

const fieldOf = (way: ImportWay): string => (way === 'signed' ? 'certificate' : 'pemBundle');

/** CA certificates and keys from elsewhere. */
export class Imports {
  constructor(
    private readonly deps: {
      access: MountAccess;
      authorities: AuthorityReader;
      changes: AuthorityChanges;
      seal: Seal;
      clock: Clock;
    },
  ) {}

  /**
   * Imports every certificate and every key of a PEM text. Existing ones are found and not duplicated.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, REQUEST_REFUSED: unreadable, not a CA certificate, weak, or a key that is not accepted
   */
  async import(caller: Caller, mount: string, way: ImportWay, pem: string): Promise<ImportedBundle> {
    const authority = await this.deps.access.to(caller, mount, ways[way].path, 'update');
    return this.importAs(caller, authority, way, pem);
  }

  /** For other parts of the service, which have already authorized the caller. @throws as `import`, except for permissions */
  async importAs(actor: Actor, authority: Authority, way: ImportWay, pem: string): Promise<ImportedBundle> {
    const { path } = ways[way];
    const bundle = await readIssuers(pem, way);
    const imported = await this.deps.changes.make(
      actor,
      authority.mount,
      'issuers',
      `issuer.import`,
      async (tx, row) => {
        const result = await this.#take(tx, row, authority, bundle, way);
        const details = {
          path,
          issuers: result.importedIssuers.map(({ id }) => id),
          keys: result.importedKeys.map(({ id }) => id),
        };
        return { result, target: { type: 'mount', id: row.id, name: row.path }, details };
      },
    );
    if (imported.importedIssuers.length === 0) return imported;
    const changed = await this.deps.authorities.byId(authority.mount.id);
    return { ...imported, warnings: [...imported.warnings, ...rebuildWarnings(changed)] };
  }

  async #take(
    tx: TransactionClient,
    mount: MountRow,
    authority: Authority,
    { certificates, privateKeys }: Bundle,
    way: ImportWay,
  ): Promise<ImportedBundle> {
    const now = this.deps.clock.now();
    const keys: { key: KeyFacts; isNew: boolean }[] = [];
    for await (const privateKey of inTurns(privateKeys)) {
      keys.push(await keepKey(tx, this.deps.seal, mount.id, { privateKey, name: null, now }));
    }
    await linkKeys(
      tx,
      mount.id,
      keys.map(({ key }) => key),
    );
    const issuers: { issuer: IssuerRow; isNew: boolean }[] = [];
    for await (const certificate of inTurns(certificates))
      issuers.push(await keepIssuer(tx, mount.id, { certificate, name: null, now }));
    await rebuildChains(tx, mount.id);

    const rows = await tx.issuer.findMany({ where: { id: { in: issuers.map(({ issuer }) => issuer.id) } } });
    const current = ({ issuer }: { issuer: IssuerRow }) => rows.find(({ id }) => id === issuer.id) ?? issuer;
    const imported = issuers.filter(({ isNew }) => isNew).map(current);
    const existing = issuers.filter(({ isNew }) => !isNew).map(current);
    // If there is no default, an existing issuer can become it too; but it does not count as the latest.
    const candidates = mount.defaultIssuerId === null ? [...imported, ...existing] : imported;
    const settled = await settleDefault(tx, mount, candidates, { withoutKey: ways[way].anyDefault });
    const owners = await tx.issuerKey.findMany({
      where: { mountId: mount.id, id: { in: rows.flatMap(({ keyId }) => keyId ?? []) } },
      omit: { sealedKey: true },
    });
    const mapping = issuers.map(current).map((issuer) => ({
      issuer,
      key: owners.find(({ id }) => id === issuer.keyId) ?? null,
    }));
    const keyless = way === 'signed' && mapping.every(({ key }) => key === null);
    return {
      importedIssuers: imported,
      importedKeys: keys.filter(({ isNew }) => isNew).map(({ key }) => key),
      existingIssuers: existing,
      existingKeys: keys.filter(({ isNew }) => !isNew).map(({ key }) => key),
      mapping,
      warnings: [
        ...settled,
        ...(keyless
          ? ['No certificate of the bundle belongs to a key of this mount: none of these issuers can sign.']
          : []),
        ...(await mixtureWarnings(tx, mount.id)),
        // Also of issuers that were here before, as OpenBao has it.
        ...urlWarnings(authority.mount.urls),
      ],
    };
  }
}

/** @throws REQUEST_REFUSED */
async function readIssuers(pem: string, way: ImportWay): Promise<Bundle> {
  const field = fieldOf(way);
  const no = (why: Said): ProblemError => problem('REQUEST_REFUSED', why, [field]);
  if (pem.trim() === '') throw no(worded`'${fieldName(field)}' parameter was empty`);
  requireLong(pem, 'certificate', 'data for import', field);
  const bundle = await readBundle(field, pem);
  if (bundle.crls.length > 0) throw no('a CRL cannot be imported');
  if (bundle.certificates.length + bundle.privateKeys.length === 0) throw no('no certificate and no key in the bundle');
  if (way === 'signed' && bundle.certificates.length === 0) throw no('no certificate in the bundle');
  if (!ways[way].keys && bundle.privateKeys.length > 0)
    throw no({
      inVault: 'private keys found in the PEM bundle but not allowed by the path; use /issuers/import/bundle',
      inGraphql: 'private keys found in the PEM bundle, which importIssuers takes',
    });
  for (const certificate of bundle.certificates) requireAuthority(certificate, no);
  for (const key of bundle.privateKeys) requireStrong(key, no);
  return bundle;
}

function requireAuthority(certificate: Certificate, no: (why: string) => ProblemError): void {
  const whose = `certificate with serial ${certificate.serialNumber}`;
  if (!isAuthority(certificate)) throw no(`${whose} is not the certificate of an authority`);
  if (certificate.extensions.keyUsage?.includes('keyCertSign') === false)
    throw no(`${whose} is of an authority that may not sign certificates`);
  const { algorithm } = certificate;
  if (algorithm.weak) throw no(`${whose} is signed with ${algorithm.name}, which is not accepted`);
  const [weak] = weakKeyFaults(certificate.publicKey.spec);
  if (weak) throw no(`${whose}: ${weak.message}`);
}

function requireStrong(key: KeyObject, no: (why: string) => ProblemError): void {
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < 2048) throw no('RSA keys < 2048 bits are unsafe and not supported');
}
