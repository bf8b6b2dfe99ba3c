import { randomUUID } from 'node:crypto';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { IssuerRow, MountRow } from '../../platform/database/models.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { filledUrls, lackingUrls } from '../config/templates.js';
import { rebuildWarnings } from '../crls/rebuild-warnings.js';
import { askerOf } from '../keys/key-pool.js';
import type { KeySource } from '../keys/key-source.js';
import type { KeyAsker, KeyPool } from '../keys/key-pool.js';
import type { KeyFacts } from '../keys/key.store.js';
import type { ManagedKeys } from '../managed-keys/managed-keys.js';
import { lintWarnings, rootFields } from '../policy/index.js';
import type { Given, PlannedCertificate } from '../policy/index.js';
import { parsed } from '../read-request.js';
import { checked } from '../refusal.js';
import {
  buildCertificateAsync,
  createAsyncSigner,
  parseCertificate,
  publicInfoOf,
  randomSerialNumber,
} from '../x509/index.js';
import { authorityKeyIdentifier, bareSerial, keyIdentifierOf, subjectKeyIdentifier } from '../x509/index.js';
import type { Certificate, Finding } from '../x509/index.js';
import { issuedEvent } from '../events/pki-events.js';
import { namesOf, writeNames } from '../certificates/names.js';
import { obtainKey, storeKey } from './authority-key.js';
import type { AuthorityKey } from './authority-key.js';
import { signingOptions, urlExtensions } from './authority-view.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from './authority.js';
import { keepIssuer, mixtureWarnings, rebuildChains, requireFreeName, settleDefault } from './issuer.store.js';
import { removeIssuers } from './former-issuers.js';
import { generatePaths } from './generate-paths.js';
import type { RequestOptions } from './intermediates.js';
import { presentBundle, presentDocument, presentPrivateKey } from './presented.js';
import { defaultReference, noDefaultItself, readName } from './references.js';
import { signatureName } from './revocation-signature.js';
import { describeSelf } from './self-description.js';
import { urlWarnings } from './warnings.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { Said } from '../../platform/wording.js';

type GivenRoot = Given<typeof rootFields>;

/** A new root, in the requested formats. */
export interface GeneratedRoot {
  readonly issuer: AuthorityIssuer;
  readonly key: KeyFacts;
  readonly certificate: string;
  readonly issuingCa: string;
  /** Only for `exported`; it is never returned again. */
  readonly privateKey: string | null;
  readonly privateKeyType: string | null;
  readonly warnings: readonly Said[];
}

/** What `root/replace` leaves behind. */
interface ReplacedRoot {
  readonly authority: Authority;
  readonly defaultFollowsLatestIssuer: boolean;
}

interface Making {
  readonly type: KeySource;
  readonly given: GivenRoot;
  readonly request?: KeyAsker['request'];
  /** For the audit record. */
  readonly action: string;
}

/** Roots of a mount: generate, rotate, replace, delete. */
export class Roots {
  constructor(
    private readonly deps: {
      database: Database;
      access: MountAccess;
      authorities: AuthorityReader;
      changes: AuthorityChanges;
      seal: Seal;
      clock: Clock;
      keyPool: KeyPool;
      managedKeys: ManagedKeys;
    },
  ) {}

  /**
   * Generates a self-signed authority. The first one of a mount becomes its default issuer.
   * @param type internal, exported, existing or kms
   * @param options.underIssuers which of its two paths was called, if any
   * @param options.request its end also ends the wait for a key
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, REQUEST_REFUSED, KEY_NOT_FOUND, NAME_TAKEN, and as {@link KeyPool.take}
   */
  async generate(
    caller: Caller,
    mount: string,
    type: KeySource,
    given: GivenRoot,
    { underIssuers, request }: Pick<RequestOptions, 'underIssuers' | 'request'> = {},
  ): Promise<GeneratedRoot> {
    const paths = generatePaths(`root/generate/${type}`, `issuers/generate/root/${type}`, underIssuers);
    const authority = await this.deps.access.to(caller, mount, paths, 'update');
    return this.#make(caller, authority, { type, given, request, action: 'issuer.generate-root' });
  }

  /** For other parts of the service, which have already authorized the caller. @throws as `generate`, except for permissions */
  generateAs(actor: Actor, authority: Authority, type: KeySource, given: GivenRoot): Promise<GeneratedRoot> {
    return this.#make(actor, authority, { type, given, action: 'issuer.generate-root' });
  }

  /** Generates an additional root, named `next` by default where that name is free, which `replace` can make the default. */
  async rotate(
    caller: Caller,
    mount: string,
    type: KeySource,
    given: GivenRoot,
    request?: KeyAsker['request'],
  ): Promise<GeneratedRoot> {
    const authority = await this.deps.access.to(caller, mount, `root/rotate/${type}`, 'update');
    const issuerName = named(given.issuerName) ?? (authority.issuerReferred('next') ? '' : 'next');
    return this.#make(caller, authority, {
      type,
      given: { ...given, issuerName },
      request,
      action: 'issuer.rotate-root',
    });
  }

  /** Makes an issuer, by default `next`, the default of the mount. @throws ISSUER_NOT_FOUND, and as `generate` */
  async replace(caller: Caller, mount: string, reference: string): Promise<ReplacedRoot> {
    const authority = await this.deps.access.to(caller, mount, 'root/replace', 'update');
    if (reference.trim() === defaultReference) throw noDefaultItself();
    return this.replaceAs(caller, authority, reference.trim() || 'next');
  }

  /** For other parts of the service, which have already authorized the caller. @throws ISSUER_NOT_FOUND */
  async replaceAs(actor: Actor, authority: Authority, reference: string): Promise<ReplacedRoot> {
    const { changes, authorities } = this.deps;
    const issuer = authority.issuer(reference);
    const follows = await changes.make(actor, authority.mount, 'issuers', 'issuer.replace-root', async (tx) => {
      const { defaultFollowsLatestIssuer } = await tx.mount.update({
        where: { id: authority.mount.id },
        data: { defaultIssuerId: issuer.id },
        select: { defaultFollowsLatestIssuer: true },
      });
      return {
        result: defaultFollowsLatestIssuer,
        target: { type: 'issuer', id: issuer.id, name: issuer.name ?? issuer.uuid },
      };
    });
    return { authority: await authorities.byId(authority.mount.id), defaultFollowsLatestIssuer: follows };
  }

  /** Deletes every issuer and every key of a mount; their certificates stay listed. Requires sudo. @returns warnings */
  async deleteAll(caller: Caller, mount: string): Promise<readonly Said[]> {
    const authority = await this.deps.access.to(caller, mount, 'root', 'delete', 'sudo');
    const { id, path } = authority.mount;
    return this.deps.changes.make(caller, authority.mount, 'issuers', 'issuer.delete-all', async (tx) => {
      const issuers = await removeIssuers(tx, id, this.deps.clock.now());
      const { count: keys } = await tx.issuerKey.deleteMany({ where: { mountId: id } });
      return { result: [deletesAll], target: { type: 'mount', id, name: path }, details: { issuers, keys } };
    });
  }

  async #make(actor: Actor, authority: Authority, { type, given, request, action }: Making): Promise<GeneratedRoot> {
    const { clock, seal, database, changes, authorities, keyPool, managedKeys } = this.deps;
    const parameters = parsed(rootFields, given);
    const name = readName('issuer', parameters.issuerName, 'issuerName');
    await requireFreeName(database.client, authority.mount.id, 'issuer', name);
    const obtaining = { client: database.client, seal, keyPool, managedKeys, asker: askerOf(actor, request) };
    const key = await obtainKey(obtaining, authority.mount.id, type, parameters, given);
    const now = clock.now();
    const { mount } = authority;
    const { planned, warnings } = await describeSelf(parameters, key.privateKey, { now, engine: mount.engine });
    const uuid = randomUUID();
    const { certificate, findings } = await selfSigned(planned, key, authority, uuid);

    const kept = await changes.make(actor, mount, 'issuers', action, async (tx, row) => {
      const keptKey = await storeKey(tx, seal, mount.id, key, now);
      // It revokes with what it signed itself with: a key that was made for PSS signs nothing else.
      const revocationSignatureAlgorithm = signatureName(certificate.algorithm);
      const kept = { certificate, name, now, uuid, generated: true, revocationSignatureAlgorithm };
      const { issuer } = await keepIssuer(tx, mount.id, kept);
      await keepCertificate(tx, row, issuer, certificate, { now, keyFacts: keptKey, issuedById: actor.userId ?? null });
      const settled = await settleDefault(tx, row, [issuer]);
      await rebuildChains(tx, mount.id);
      const mixture = await mixtureWarnings(tx, mount.id);
      const target = { type: 'issuer' as const, id: issuer.id, name: name ?? uuid };
      const details = {
        serialNumber: certificate.serialNumber,
        keyId: keptKey.id,
        exported: key.exported !== undefined,
      };
      return { result: { issuer, key: keptKey, warnings: [...settled, ...mixture] }, target, details };
    });

    const changed = await authorities.byId(mount.id);
    const issuer = changed.issuer(kept.issuer.id);
    return {
      issuer,
      key: kept.key,
      certificate: presentBundle('CERTIFICATE', certificate.der, key.exported, parameters),
      issuingCa: presentDocument('CERTIFICATE', certificate.der, parameters),
      privateKey: key.exported ? presentPrivateKey(key.exported, parameters) : null,
      privateKeyType: key.exported ? kept.key.keyType : null,
      warnings: [
        ...warnings,
        ...lintWarnings(findings, warnings),
        ...kept.warnings,
        ...urlWarnings(issuer.urls),
        ...rebuildWarnings(changed),
      ],
    };
  }
}

/** With OpenBao's text, whether there was anything to delete or not. */
const deletesAll: Said = {
  inVault:
    'DELETE /root deletes all keys and issuers; prefer the new DELETE /key/:key_ref and DELETE /issuer/:issuer_ref for finer ' +
    'granularity, unless removal of all keys and issuers is desired.',
  inGraphql: 'all keys and issuers of the mount are deleted; prefer deleteKey and deleteIssuer, unless that is desired',
};

const named = (name: string | null | undefined) => (name === '' ? undefined : name);

async function selfSigned(
  planned: PlannedCertificate,
  { privateKey }: AuthorityKey,
  { mount }: Authority,
  uuid: string,
): Promise<{ readonly certificate: Certificate; readonly findings: readonly Finding[] }> {
  const info = publicInfoOf(privateKey);
  const keyId = keyIdentifierOf(info.bits);
  const urls = filledUrls(mount.urls, { ...mount.cluster, issuerId: uuid });
  if (urls.lacking !== null) throw problem('ISSUER_NOT_USABLE', lackingUrls(urls.lacking));
  const { checked: certificate, findings } = checked({
    issuer: planned.subject,
    subject: planned.subject,
    notBefore: planned.notBefore,
    notAfter: planned.notAfter,
    key: info.spec,
    extensions: [
      ...planned.extensions,
      subjectKeyIdentifier(keyId),
      authorityKeyIdentifier(keyId),
      ...urlExtensions(urls),
    ],
  });
  const der = await buildCertificateAsync(
    certificate,
    { serialNumber: randomSerialNumber(), publicKey: info },
    createAsyncSigner(privateKey, signingOptions(planned.signature)),
  );
  return { certificate: parseCertificate(der), findings };
}

/** A root is listed among the certificates of its mount. @throws CONFLICT for a serial number that exists already */
async function keepCertificate(
  tx: TransactionClient,
  mount: MountRow,
  issuer: IssuerRow,
  certificate: Certificate,
  about: { readonly now: Date; readonly keyFacts: KeyFacts; readonly issuedById: string | null },
): Promise<void> {
  const serialNumber = bareSerial(certificate.serialNumber);
  const taken = { mountId: mount.id, serialNumber };
  if (await tx.certificate.findFirst({ where: taken, select: { id: true } })) throw problem('CONFLICT');
  await tx.certificate.create({
    data: {
      id: ids.certificate.makeAt(about.now),
      ...taken,
      issuerId: issuer.id,
      commonName: issuer.commonName,
      names: writeNames(namesOf(certificate.extensions.subjectAltName ?? [])),
      keyType: about.keyFacts.keyType,
      keyBits: about.keyFacts.keyBits,
      notBefore: certificate.notBefore,
      notAfter: certificate.notAfter,
      issuedAt: about.now,
      issuedById: about.issuedById,
      certificate: new Uint8Array(certificate.der),
    },
  });
  await recordEvents(tx, issuedEvent({ ...taken, issuerId: issuer.id, issuedAt: about.now }));
}
