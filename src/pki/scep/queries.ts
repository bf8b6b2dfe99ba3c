import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import type { CrlOctets } from '../crls/parts/crl-octets.js';
import type { ServedCrls } from '../crls/served-crls.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { bareSerial, Name, serialNumberOf, X509Error } from '../x509/index.js';
import { certificatesOnly } from '../x509/cms/index.js';
import { digestText, readNamedCertificate } from './contents.js';
import type { NamedCertificate } from './contents.js';
import type { ReadMessage } from './enrolment.js';
import type { OpenPlace } from './place.js';
import { ScepRefusal } from './refusal.js';
import { answerable } from './transaction-life.js';
import type { Outcome } from './transaction-life.js';
import type { TransactionStore } from './transaction.store.js';

/** A larger CRL can be fetched from its address: here it is encrypted for one client. */
const largestCrl = 2 * 1024 * 1024;

/** Requests that issue nothing. */
export class ScepQueries {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly store: TransactionStore;
      readonly served: ServedCrls;
      readonly clock: Clock;
    },
  ) {}

  /**
   * CertPoll (RFC 8894 3.3.3): only whoever has the key of the transaction is told. The content says nothing that the transaction does not, and is not read: an
   * answer that depended on it would tell whether somebody else's content was decrypted well.
   * @throws ScepRefusal
   */
  async poll(place: OpenPlace, { message }: Pick<ReadMessage, 'message'>): Promise<Outcome> {
    const found = await this.deps.store.find(place.authority.mount.id, message.transactionId);
    const isTheirs = found?.signerKey === digestText(message.certificate.publicKey.der) && found.place === place.name;
    if (!found || !isTheirs || found.expiresAt < this.deps.clock.now())
      throw new ScepRefusal('badCertId', 'there is no such transaction');
    return answerable(found);
  }

  /** The certificate of a transaction, alone. @throws ScepRefusal if it is gone or was revoked */
  async issued(certificateId: string): Promise<Buffer> {
    const row = await this.deps.database.client.certificate.findUnique({
      where: { id: certificateId },
      select: { certificate: true, revokedAt: true },
    });
    if (!row || row.revokedAt) throw new ScepRefusal('badRequest', 'the certificate of the transaction was revoked');
    return certificatesOnly([row.certificate]);
  }

  /** GetCert (RFC 8894 3.3.4): certificates are public here. @throws ScepRefusal */
  async certificate({ authority }: OpenPlace, { content }: ReadMessage): Promise<Buffer> {
    const { issuer, serialNumber } = namedIn(content);
    const issuers = authority.issuersNamed(issuer.der).map(({ id }) => id);
    const row = await this.deps.database.client.certificate.findFirst({
      where: { mountId: authority.mount.id, serialNumber: bareSerial(serialNumber), issuerId: { in: issuers } },
      select: { certificate: true },
    });
    if (!row) throw new ScepRefusal('badCertId', 'there is no such certificate');
    return certificatesOnly([row.certificate]);
  }

  /** GetCRL (RFC 8894 3.3.5): of the issuer of a certificate. @throws ScepRefusal */
  async crl({ authority }: OpenPlace, { content }: ReadMessage): Promise<Buffer> {
    const { issuer } = namedIn(content);
    const [first] = authority.issuersNamed(issuer.der);
    if (!first) throw new ScepRefusal('badCertId', 'there is no such issuer');
    const octets = await this.#octetsOf(authority, first);
    if (!octets) throw new ScepRefusal('badCertId', 'the issuer has no CRL');
    if (octets.length > largestCrl)
      throw new ScepRefusal('badRequest', 'the CRL is too large for a message: certificates name its address');
    return certificatesOnly([], [await octets.joined()]);
  }

  async #octetsOf(authority: Authority, issuer: AuthorityIssuer): Promise<CrlOctets | undefined> {
    try {
      const crl = await this.deps.served.current(authority, issuer, { kind: 'complete', path: 'existing' });
      return crl?.octets;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'CRL_TOO_LARGE')
        throw new ScepRefusal('badRequest', error.message, { cause: error });
      throw error;
    }
  }
}

/**
 * What cannot be read names a certificate that does not exist, is looked for like one, and is answered like one. Were it refused in other words, or sooner,
 * whoever sends parts of somebody else's message again would learn whether they have the form of such a content and the right padding, and octet by octet what is
 * in them.
 */
const nothing: NamedCertificate = { issuer: Name.empty, serialNumber: serialNumberOf(Buffer.of(0)) };

/** @returns `nothing` for what cannot be read */
function namedIn(content: Buffer): NamedCertificate {
  try {
    return readNamedCertificate(content);
  } catch (error) {
    if (error instanceof X509Error) return nothing;
    throw error;
  }
}
