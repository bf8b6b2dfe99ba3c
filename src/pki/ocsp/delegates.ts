import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { ids } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess } from '../access.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import {
  authorityKeyIdentifier,
  buildCertificateAsync,
  createAsyncSigner,
  derivedKeyIdentifier,
  extKeyUsage,
  extKeyUsageOids,
  generateKeyPair,
  keyIdentifierOf,
  keyUsage,
  Name,
  ocspNoCheck,
  parseCertificate,
  publicKeyInfoOf,
  randomSerialNumber,
} from '../x509/index.js';
import { checked } from '../refusal.js';
import type { MountTarget } from '../mounts/mount-target.js';
import type { AsyncSigner } from '../x509/index.js';

const sealPurpose = 'ocsp-delegate';
const day = 86_400_000;
/** RFC 6960 4.2.2.2.1: a responder certificate that cannot be revoked (nocheck) has a short life. */
const lifetime = 30 * day;
const renewBefore = 10 * day;
/** Clocks of clients may be slow. */
const backdated = 30_000;

/** The signer for an issuer. */
export interface Delegate {
  readonly keyHash: Buffer;
  readonly signer: AsyncSigner;
  readonly certificates: readonly [Buffer];
}

export interface DelegateReader {
  of(authority: Authority, issuer: AuthorityIssuer): Promise<Delegate | undefined>;
}

/** The delegation of an issuer, as operators see it. */
export interface OcspDelegation {
  readonly issuer: AuthorityIssuer;
  readonly notAfter: Date;
  /** DER. */
  readonly certificate: Uint8Array;
}

/**
 * Delegated OCSP signing (RFC 6960 2.6): the issuer certifies a key only for this, and its own key is not needed for responses. This makes responses of an RSA
 * issuer faster, and an issuer's key can be kept offline.
 */
export class OcspDelegates implements DelegateReader {
  readonly #ready = new LRUCache<string, Delegate>({ max: 1_000 });

  constructor(
    private readonly deps: { database: Database; seal: Seal; access: MountAccess; audit: Audit; clock: Clock },
  ) {}

  async of(_authority: Authority, issuer: AuthorityIssuer): Promise<Delegate | undefined> {
    const [row] = await this.deps.database.readSql(
      'SELECT "id", "notAfter", "certificate", "sealedKey" FROM "OcspDelegate" WHERE "issuerId" = ? AND "notAfter" > ? AND "createdAt" <= ?',
      [issuer.id, this.deps.clock.now(), this.#latest()],
    );
    if (!row) return undefined;
    const { id, certificate, sealedKey } = row;
    if (typeof id !== 'string' || !(certificate instanceof Uint8Array) || !(sealedKey instanceof Uint8Array))
      throw new Error('the row of an OCSP delegate is damaged');
    const known = this.#ready.get(id);
    if (known) return known;
    const key = this.#opened(id, sealedKey);
    const delegate: Delegate = {
      keyHash: keyIdentifierOf(parseCertificate(certificate).publicKey.bits),
      signer: createAsyncSigner(key),
      certificates: [Buffer.from(certificate)],
    };
    this.#ready.set(id, delegate);
    return delegate;
  }

  /**
   * Creates a delegate that answers for an issuer from now on. It is renewed automatically before it expires. A second call creates a new one.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE
   */
  async delegate(caller: Caller, mount: MountTarget, reference: string): Promise<OcspDelegation> {
    const authority = await this.deps.access.to(caller, mount, `issuer/${reference}/ocsp-delegate`, 'update');
    const issuer = authority.issuerFor(reference, 'ocsp-signing');
    return this.#certify(issuer, async (tx) => {
      const target = { type: 'issuer' as const, id: issuer.id, name: issuer.name ?? issuer.uuid };
      await this.deps.audit.record(tx, caller, 'ocsp.delegate', target, { mount: authority.mount.path });
    });
  }

  /** The issuer answers itself again. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND */
  async end(caller: Caller, mount: MountTarget, reference: string): Promise<AuthorityIssuer> {
    const authority = await this.deps.access.to(caller, mount, `issuer/${reference}/ocsp-delegate`, 'delete');
    const issuer = authority.issuer(reference);
    await this.deps.database.transaction(async (tx) => {
      await tx.ocspDelegate.deleteMany({ where: { issuerId: issuer.id } });
      const target = { type: 'issuer' as const, id: issuer.id, name: issuer.name ?? issuer.uuid };
      await this.deps.audit.record(tx, caller, 'ocsp.end-delegation', target, { mount: authority.mount.path });
    });
    return issuer;
  }

  /** Renews the delegates of a mount that expire soon, or are not valid yet. */
  async renew(authority: Authority): Promise<void> {
    const soon = new Date(this.deps.clock.now().getTime() + renewBefore);
    const due = await this.deps.database.client.ocspDelegate.findMany({
      where: {
        issuer: { mountId: authority.mount.id },
        OR: [{ notAfter: { lt: soon } }, { createdAt: { gt: this.#latest() } }],
      },
      select: { issuerId: true },
    });
    for (const { issuerId } of due) {
      const issuer = authority.issuerById(issuerId);
      // A delegate that cannot be renewed expires. Then its issuer answers itself, or nobody does.
      if (issuer?.keyId === undefined || issuer.certificate.notAfter <= soon || !issuer.usage.has('ocsp-signing'))
        continue;
      await this.#certify(issuer, () => Promise.resolve());
    }
  }

  /** A delegate that is newer than this was created with a fast clock: clients do not accept it yet. */
  #latest(): Date {
    return new Date(this.deps.clock.now().getTime() + backdated);
  }

  #opened(id: string, sealed: Uint8Array): KeyObject {
    const der = this.deps.seal.unwrap(sealPurpose, sealed, id);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    der.fill(0);
    return key;
  }

  async #certify(issuer: AuthorityIssuer, beside: (tx: TransactionClient) => Promise<void>): Promise<OcspDelegation> {
    const now = this.deps.clock.now();
    const { privateKey } = await generateKeyPair({ type: 'ec', bits: 256 });
    const publicKey = publicKeyInfoOf(privateKey);
    const end = now.getTime() + lifetime;
    const notAfter = new Date(Math.min(end, issuer.certificate.notAfter.getTime()));
    const { checked: checkedContent } = checked({
      issuer: issuer.certificate.subject,
      subject: Name.of({ commonName: `OCSP responder ${issuer.uuid}` }),
      notBefore: new Date(now.getTime() - backdated),
      notAfter,
      key: publicKey.spec,
      extensions: [
        keyUsage(['digitalSignature']),
        extKeyUsage([extKeyUsageOids.ocspSigning]),
        ocspNoCheck,
        derivedKeyIdentifier,
        authorityKeyIdentifier(issuer.subjectKeyId),
      ],
    });
    const certificate = await buildCertificateAsync(
      checkedContent,
      { serialNumber: randomSerialNumber(), publicKey },
      issuer.asyncSigner(),
    );
    const id = ids.ocspDelegate.make();
    const der = privateKey.export({ type: 'pkcs8', format: 'der' });
    const sealedKey = new Uint8Array(this.deps.seal.wrap(sealPurpose, der, id));
    der.fill(0);
    await this.deps.database.transaction(async (tx) => {
      await tx.ocspDelegate.deleteMany({ where: { issuerId: issuer.id } });
      await tx.ocspDelegate.create({
        data: {
          id,
          issuerId: issuer.id,
          certificate: new Uint8Array(certificate),
          sealedKey,
          notAfter,
          createdAt: now,
        },
      });
      await beside(tx);
    });
    return { issuer, notAfter, certificate };
  }
}
