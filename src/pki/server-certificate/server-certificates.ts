import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { SealError } from '../../platform/seal/seal-error.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { CertificateIssuance } from '../issuance/issuance.js';
import type { Imports } from '../issuers/imports.js';
import { issuersLike } from '../certificates/whose-certificate.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { Roots } from '../issuers/roots.js';
import type { Mounts } from '../mounts/mounts.js';
import type { Roles } from '../roles/roles.js';
import {
  bareSerial,
  decodePemBlock,
  encodePem,
  importPrivateKey,
  isIssuedBy,
  keyMatches,
  parseCertificate,
  privateKeyPem,
  X509Error,
} from '../x509/index.js';
import type { Certificate } from '../x509/index.js';
import { InheritedRoot } from './inherited-root.js';
import { LastCheck } from './last-check.js';
import { OwnAuthority, serverRole } from './own-authority.js';
import type { Issuing } from './own-authority.js';
import { caFile, ServerFiles } from './server-files.js';
import { isFor, serverNames } from './server-names.js';
import type { ServerNames } from './server-names.js';
import { itself } from './itself.js';

const certificateFile = 'tls/server.pem';
const keyFile = 'tls/server.key';

/** What the server's own HTTPS listener needs, as PEM. */
export interface ServerCertificate {
  /** Private key, PKCS#8. */
  readonly key: string;
  /** The server's certificate, then those between it and the root. */
  readonly cert: string;
  /** When to renew it, if nothing happens before. */
  readonly renewAt: Date;
}

export interface ServerCertificatesDeps {
  readonly database: Database;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly mounts: Mounts;
  readonly authorities: AuthorityReader;
  readonly roots: Roots;
  readonly imports: Imports;
  readonly roles: Roles;
  readonly issuance: CertificateIssuance;
  /** Contains `ca.pem` and `tls/`; created if it is missing. */
  readonly folder: string;
  /** Names and addresses in addition to those of every server: localhost, the loopback addresses and the host's own name. */
  readonly hosts: readonly string[];
}

/** A certificate with its key, and its original text. */
interface Leaf {
  readonly certificate: Certificate;
  readonly key: KeyObject;
  readonly text: string;
}

/**
 * The HTTPS certificate of this server: issued by the engine under a role of a separate mount, recorded and revocable like any other. It is used as long as it
 * is valid: for the server's names, from the role's issuer, not revoked, and with more than a third of its life left.
 */
export class ServerCertificates {
  readonly #files: ServerFiles;
  readonly #own: OwnAuthority;
  readonly #names: ServerNames;
  readonly #last: LastCheck;
  #leaf: Leaf | undefined;

  /** @throws X509Error for a host that is neither a name nor an address */
  constructor(private readonly deps: ServerCertificatesDeps) {
    this.#files = new ServerFiles(deps);
    this.#own = new OwnAuthority({ ...deps, inherited: new InheritedRoot({ ...deps, files: this.#files }) });
    this.#names = serverNames(deps.hosts);
    this.#last = new LastCheck(deps);
  }

  /** Path of the root certificate. */
  get caFile(): string {
    return this.#files.path(caFile);
  }

  /**
   * The certificate to serve with, issued or renewed if necessary.
   * @throws OperatorError, and ProblemError if an operator left the mount without what issuance needs
   */
  async ensure(): Promise<ServerCertificate> {
    const { leaf, issuing } = (await this.#stillGood()) ?? (await this.#checked());
    this.#leaf = await this.#withChain(leaf, issuing);
    await this.#publishRoot(issuing);
    return this.#shown(this.#leaf, renewalOf(leaf.certificate, issuing));
  }

  /** The present one, if nothing has changed since it was found good. */
  async #stillGood(): Promise<{ readonly leaf: Leaf; readonly issuing: Issuing } | null> {
    const leaf = this.#leaf;
    const issuing = leaf && (await this.#last.stillRight(this.deps.clock.now()));
    return issuing && this.#isTimely(leaf, issuing) ? { leaf, issuing } : null;
  }

  async #checked(): Promise<{ readonly leaf: Leaf; readonly issuing: Issuing }> {
    const issuing = await this.#own.ready(this.#names);
    const before = this.#leaf ?? (await this.#read());
    const leaf = before && (await this.#isGood(before, issuing)) ? before : await this.#issue(issuing);
    this.#last.done(leaf.certificate, issuing, this.deps.clock.now());
    return { leaf, issuing };
  }

  /** The last certificate, valid or not: if there is no other. */
  async kept(): Promise<ServerCertificate | undefined> {
    const leaf = this.#leaf ?? (await this.#read());
    return leaf && this.#shown(leaf, leaf.certificate.notAfter);
  }

  #shown({ key, text }: Leaf, renewAt: Date): ServerCertificate {
    return { key: privateKeyPem(key, 'pkcs8'), cert: text, renewAt };
  }

  /** Undefined if files are missing, unreadable or do not match: nobody trusts this certificate directly, so it is replaced. */
  async #read(): Promise<Leaf | undefined> {
    try {
      const pem = await this.#files.read(certificateFile);
      const key = await this.#files.readKey(keyFile);
      if (pem === undefined || key === undefined) return undefined;
      const text = pem.toString('latin1');
      const certificate = parseCertificate(decodePemBlock(text, ['CERTIFICATE'], certificateFile));
      return keyMatches(certificate, key) ? { certificate, key, text } : undefined;
    } catch (error) {
      if (error instanceof X509Error || error instanceof SealError) return undefined;
      throw error;
    }
  }

  #isTimely({ certificate }: Leaf, issuing: Issuing): boolean {
    const now = this.deps.clock.now();
    const timely = certificate.notBefore <= now && now < certificate.notAfter;
    // A new one would expire at the same time, if its issuer expires then.
    return (
      timely && (now < renewalOf(certificate, issuing) || certificate.notAfter >= issuing.issuer.certificate.notAfter)
    );
  }

  async #isGood(leaf: Leaf, issuing: Issuing): Promise<boolean> {
    const { certificate } = leaf;
    const { issuer } = issuing;
    return (
      this.#isTimely(leaf, issuing) &&
      isFor(certificate, this.#names) &&
      isIssuedBy(certificate, issuer.certificate) &&
      (await this.#isRecorded(certificate, issuing))
    );
  }

  /** Whether the mount has stored it (unless its role stores none) and it was not revoked. */
  async #isRecorded({ serialNumber }: Certificate, { authority, issuer, role }: Issuing): Promise<boolean> {
    const like = issuersLike(authority, issuer.id);
    const key = [authority.mount.id, bareSerial(serialNumber), ...like];
    const count = async (table: 'Certificate' | 'Revocation') => {
      const sql = `SELECT "id" FROM "${table}" WHERE "mountId" = ? AND "serialNumber" = ? AND "issuerId" IN (${like.map(() => '?').join(', ')})`;
      return (await this.deps.database.readSql(sql, key)).length;
    };
    return (role.noStore || (await count('Certificate')) > 0) && (await count('Revocation')) === 0;
  }

  async #issue({ authority, issuer, role }: Issuing): Promise<Leaf> {
    const { engine } = authority.mount;
    const life = Math.min(role.ttl || engine.defaultTtl, role.maxTtl || engine.maxTtl);
    const { notAfter } = issuer.certificate;
    const shortened = this.deps.clock.now().getTime() + life * 1000 > notAfter.getTime();
    const issued = await this.deps.issuance.issueAs(itself, authority, serverRole, {
      commonName: 'localhost',
      altNames: this.#names.dns,
      ipSans: this.#names.ip,
      format: 'pem',
      privateKeyFormat: 'pkcs8',
      ...(shortened && role.notAfter === '' && { notAfter: notAfter.toISOString() }),
    });
    const key = importPrivateKey(issued.privateKey ?? '');
    const certificate = parseCertificate(decodePemBlock(issued.certificate, ['CERTIFICATE'], certificateFile));
    // The key first: a crash in between leaves a pair that does not match, which the next start replaces.
    await this.#files.writeKey(keyFile, key);
    return { certificate, key, text: '' };
  }

  /** The present chain: authorities above may have been added since the certificate was issued. */
  async #withChain(leaf: Leaf, { issuer }: Issuing): Promise<Leaf> {
    const own = encodePem('CERTIFICATE', leaf.certificate.der);
    const text = [own, ...issuer.chainPemWithoutRoots].map((pem) => `${pem.trimEnd()}\n`).join('');
    if (text !== leaf.text) await this.#files.write(certificateFile, text);
    return { ...leaf, text };
  }

  /** The end of the served chain, as far as the mount knows it. */
  async #publishRoot({ issuer }: Issuing): Promise<void> {
    const root = issuer.chain.find(({ isRoot }) => isRoot) ?? issuer.chain.at(-1) ?? issuer;
    const text = `${root.pem.trimEnd()}\n`;
    if ((await this.#files.read(caFile))?.toString('latin1') !== text) await this.#files.write(caFile, text);
  }
}

/** When a third of its life remains, counted from the time of issuance, not from notBefore. */
function renewalOf({ notBefore, notAfter }: Certificate, { role }: Issuing): Date {
  const life = notAfter.getTime() - notBefore.getTime() - role.notBeforeDuration * 1000;
  return new Date(notAfter.getTime() - Math.max(life, 0) / 3);
}
