import type { Database } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import type { Revocations } from '../revocation/revocations.js';
import { encodePem, revocationReasons } from '../x509/index.js';
import type { RevocationReason } from '../x509/index.js';
import { encodeRevocationAnswer, readRevocations } from '../x509/cmp/index.js';
import type { RevocationDetails } from '../x509/cmp/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { CmpAnswer, CmpRequest } from './enrolment.js';
import { meantCertificate } from './meant-certificates.js';
import type { CmpRights } from './rights.js';

/** Revocation of a certificate by its owner, or by a caller who may revoke (RFC 9483 §4.2). */
export class CmpRevocation {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly rights: CmpRights;
      readonly revocations: Revocations;
    },
  ) {}

  /** A refusal is an answer of its kind too. */
  async revoke(asked: CmpRequest): Promise<CmpAnswer> {
    const [details, ...others] = readRevocations(asked.message.body);
    try {
      if (!details || others.length > 0)
        throw new CmpRefusal('badRequest', 'a message revokes one certificate: send a message for each');
      return await this.#revoke(asked, details);
    } catch (error) {
      if (!(error instanceof CmpRefusal)) throw error;
      const { failure, message: text } = error;
      return { kind: 'rp', content: encodeRevocationAnswer({ status: 'rejection', text, failure }) };
    }
  }

  async #revoke({ place, sender }: CmpRequest, { template, reason }: RevocationDetails): Promise<CmpAnswer> {
    const { issuer, serialNumber } = template;
    if (!issuer || serialNumber === undefined)
      throw new CmpRefusal('addInfoNotAvailable', 'a revocation names the issuer and the number of the certificate');
    const meant = await meantCertificate(this.deps.database, place.authority, { issuer, serialNumber });
    const wanted = reasonOf(reason);
    const { caller } = await this.deps.rights.toRevoke(place, sender, meant);
    if (meant.revokedAt) throw new CmpRefusal('certRevoked', 'the certificate is revoked already');
    const target = { certificate: encodePem('CERTIFICATE', meant.certificate.der) };
    const { revocation } = await this.#done(() =>
      this.deps.revocations.revokeAs(caller ?? sender.actor, place.authority, target, wanted),
    );
    if (!revocation) throw new CmpRefusal('badCertId', 'the certificate has expired, and is on no CRL');
    return { kind: 'rp', content: encodeRevocationAnswer({ status: 'accepted' }, { issuer, serialNumber }) };
  }

  async #done<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === 'CRL_TOO_LARGE') throw error;
      throw new CmpRefusal('badCertId', error.message, { cause: error });
    }
  }
}

/** @throws CmpRefusal for a code that no certificate is revoked with here */
function reasonOf(code: number | undefined): RevocationReason {
  if (code === undefined) return 'unspecified';
  const found = Object.entries(revocationReasons).find(([, each]) => each === code)?.[0];
  const reason = reasons.find((each) => each === found);
  if (reason === undefined)
    throw new CmpRefusal(
      'badRequest',
      `a certificate is not revoked here for reason ${code}: a revocation is for ever`,
    );
  return reason;
}

/** Of RFC 5280 §5.3.1, without those that a later entry takes back. */
const reasons: readonly RevocationReason[] = [
  ...(['unspecified', 'keyCompromise', 'caCompromise', 'affiliationChanged', 'superseded'] as const),
  ...(['cessationOfOperation', 'privilegeWithdrawn', 'aaCompromise'] as const),
];
