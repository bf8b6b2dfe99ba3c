import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../../identity/auth-methods/attempts.js';
import type { Attempts } from '../../identity/auth-methods/attempts.js';
import type { HashingTurns } from '../../identity/auth-methods/hashing-turns.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Caller, RequestOrigin } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { isAbsence, ProblemError } from '../../platform/problems.js';
import type { PathPolicies } from '../access.js';
import type { IssuanceActor } from '../issuance/identity-values.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import type { AuthorityIssuer } from '../issuers/authority.js';
import {
  bareSerial,
  isIssuedBy,
  parseCertificate,
  readSignatureAlgorithm,
  verifySignatureAsync,
  X509Error,
} from '../x509/index.js';
import type { Certificate } from '../x509/index.js';
import { cmcRaOid, isCostly, macOf, readMacScheme, sameMac } from '../x509/cmp/index.js';
import type { CmpMessage, MacScheme } from '../x509/cmp/index.js';
import { isDisabled } from './cmp-config.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { OpenPlace } from './places.js';
import { isSameName } from './same-name.js';
import type { CmpSecret, CmpSecrets } from './secrets.js';

/** A certificate of this mount that signed a message. */
export interface OwnCertificate {
  readonly id: string;
  readonly issuer: AuthorityIssuer;
  /** The role that decided about it; null for none. */
  readonly roleName: string | null;
}

interface Known {
  /** Who it is, the same in every message of a transaction. */
  readonly key: string;
  /** Who acts, in records. */
  readonly actor: IssuanceActor;
}

/** Whoever protected a message. */
export type Sender =
  | (Known & { readonly by: 'secret'; readonly row: CmpSecret; readonly secret: Buffer; readonly scheme: MacScheme })
  | (Known & {
      readonly by: 'signature';
      readonly certificate: Certificate;
      /** If it is one of this mount, valid and not revoked. */
      readonly own: OwnCertificate | null;
      /** DER, as presented. */
      readonly chain: readonly Buffer[];
    });

/** Who sends messages: by a shared secret, or by the key of a certificate (RFC 9810 §5.1.3). */
export class Senders {
  /** What the MAC of an unknown reference is compared with: it takes as long as that of a known one. */
  readonly #nobody = randomBytes(32);
  /** A message is asked about once. */
  readonly #callers = new WeakMap<Sender, Promise<Caller>>();

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly secrets: CmpSecrets;
      readonly signIns: SignIns;
      readonly attempts: Attempts;
      readonly turns: HashingTurns;
      readonly policies: PathPolicies;
      readonly clock: Clock;
    },
  ) {}

  /**
   * @param known the certificate that signed the first message of the transaction, for one that brings none
   * @throws CmpRefusal
   */
  async of(place: OpenPlace, message: CmpMessage, origin: RequestOrigin, known: Uint8Array | null): Promise<Sender> {
    const { header, protection } = message;
    if (!header.protection || !protection)
      throw new CmpRefusal('badMessageCheck', 'the message is not protected: a signature or a MAC is needed');
    const scheme = this.#scheme(header.protection);
    return scheme
      ? this.#bySecret(place, message, { protection, scheme, origin })
      : this.#bySignature(place, message, { protection, origin, known });
  }

  #scheme(algorithm: NonNullable<CmpMessage['header']['protection']>): MacScheme | undefined {
    try {
      return readMacScheme(algorithm);
    } catch (error) {
      if (error instanceof X509Error) throw new CmpRefusal('badAlg', error.message, { cause: error });
      throw error;
    }
  }

  async #bySecret(
    { authority }: OpenPlace,
    { header, protectedPart }: CmpMessage,
    { protection, scheme, origin }: { protection: Buffer; scheme: MacScheme; origin: RequestOrigin },
  ): Promise<Sender> {
    const reference = header.senderKeyId?.toString('utf8') ?? commonNameOf(header.sender) ?? '';
    // References are easily guessed: who counted guesses for one from any address could keep a device from its certificate.
    const attempt = { account: null, refusal: 'no shared secret fits', sent: `cmp ${authority.mount.id} ${reference}` };
    const proved = async () => {
      const found = await this.deps.secrets.find(authority.mount.id, reference);
      const make = () => macOf(scheme, found?.secret ?? this.#nobody, protectedPart);
      const mac = await (isCostly(scheme) ? this.deps.turns.take(origin.remoteAddress, make) : make());
      if (!sameMac(mac, protection) || !found) throw new Refusal('wrong-secret');
      return found;
    };
    const { row, secret } = await this.deps.attempts.make(attempt, origin, proved).catch((error: unknown) => {
      throw macRefusal(error);
    });
    const actor: IssuanceActor = { kind: 'anonymous', username: `cmp-secret ${row.reference}`, origin };
    return { by: 'secret', key: `secret ${row.id}`, actor, row, secret, scheme };
  }

  async #bySignature(
    place: OpenPlace,
    { header, protectedPart, extraCerts }: CmpMessage,
    { protection, origin, known }: { protection: Buffer; origin: RequestOrigin; known: Uint8Array | null },
  ): Promise<Sender> {
    const [first] = extraCerts.length > 0 || !known ? extraCerts : [Buffer.from(known)];
    if (!first || !header.protection)
      throw new CmpRefusal('signerNotTrusted', 'the first of the extra certificates must be that of the signer');
    const certificate = readCertificate(first);
    const algorithm = readSignatureAlgorithm(header.protection);
    try {
      await verifySignatureAsync(
        { tbs: protectedPart, algorithm, signature: protection },
        certificate.publicKey.key,
        'message',
      );
    } catch (error) {
      if (!(error instanceof X509Error)) throw error;
      const failure = error.fault === 'bad_signature' ? 'badMessageCheck' : 'badAlg';
      throw new CmpRefusal(failure, error.message, { cause: error });
    }
    requireSender(place, header, certificate);
    const fingerprint = createHash('sha256').update(certificate.der).digest('hex');
    return {
      by: 'signature',
      key: `certificate ${fingerprint}`,
      certificate,
      actor: { kind: 'anonymous', username: `cmp-certificate ${certificate.serialNumber}`, origin },
      own: await this.#own(place, certificate),
      chain: extraCerts.length > 0 ? extraCerts : [first],
    };
  }

  /** @throws CmpRefusal if it is revoked or not valid at this time */
  async #own({ authority, config }: OpenPlace, certificate: Certificate): Promise<OwnCertificate | null> {
    const issuer = authority
      .issuersNamed(certificate.issuer.der)
      .find((each) => isIssuedBy(certificate, each.certificate));
    if (!issuer) return null;
    const rows = await this.deps.database.client.certificate.findMany({
      where: { mountId: authority.mount.id, serialNumber: bareSerial(certificate.serialNumber) },
      select: { id: true, certificate: true, revokedAt: true, roleName: true },
    });
    const row = rows.find((each) => certificate.der.equals(each.certificate));
    if (!row) return null;
    if (row.revokedAt) throw new CmpRefusal('certRevoked', 'the certificate that signed the message is revoked');
    const now = this.deps.clock.now();
    const isTimely = certificate.notBefore <= now && now <= certificate.notAfter;
    if (!isTimely && !isDisabled(config, 'DisableCertTimeValidation'))
      throw new CmpRefusal('signerNotTrusted', 'the certificate that signed the message is not valid at this time');
    return { id: row.id, issuer, roleName: row.roleName };
  }

  /**
   * The caller whom the auth method knows by the certificate, if its policies allow the path.
   * @throws CmpRefusal
   */
  caller(place: OpenPlace, sender: Sender & { readonly by: 'signature' }): Promise<Caller> {
    const before = this.#callers.get(sender);
    if (before) return before;
    const asked = this.#signedIn(place, sender);
    this.#callers.set(sender, asked);
    return asked;
  }

  async #signedIn(
    { authority, config, path }: OpenPlace,
    sender: Sender & { readonly by: 'signature' },
  ): Promise<Caller> {
    const { certAccessor, certRole } = config;
    const { origin } = sender.actor;
    if (certAccessor === '' || !origin)
      throw new CmpRefusal('signerNotTrusted', 'no auth method is configured that could know the certificate');
    try {
      const role = certRole === '' ? null : certRole;
      const { caller } = await this.deps.signIns.byCertificate(certAccessor, role, sender.chain, origin);
      await this.deps.policies.require(caller, pathBelow(mountPath(authority.mount.path), path), 'update');
      return caller;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Whether policies allow an operation of the mount. */
  async allows({ authority }: OpenPlace, caller: Caller, below: string): Promise<boolean> {
    return this.deps.policies.allows(caller, pathBelow(mountPath(authority.mount.path), below), 'update');
  }
}

/** One refusal for a wrong MAC and an unknown reference. */
function macRefusal(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  if (error.code === 'LIMIT_EXCEEDED') return new CmpRefusal('systemUnavail', error.message, { cause: error });
  const why = 'the MAC is wrong, or there is no secret of this reference';
  return new CmpRefusal('badMessageCheck', why, { cause: error });
}

/** A sign-in or a policy that says no, in words of the protocol. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  if (error.code === 'LIMIT_EXCEEDED') return new CmpRefusal('systemUnavail', error.message, { cause: error });
  if (error.code === 'PERMISSION_DENIED' || isAbsence(error))
    return new CmpRefusal('notAuthorized', 'the sender may not use this path', { cause: error });
  return new CmpRefusal('signerNotTrusted', 'nobody is known by the certificate that signed the message', {
    cause: error,
  });
}

export const isRegistrationAuthority = ({ certificate }: Pick<Sender & { by: 'signature' }, 'certificate'>): boolean =>
  certificate.extensions.extKeyUsage?.includes(cmcRaOid) === true;

function readCertificate(der: Uint8Array): Certificate {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    throw new CmpRefusal('signerNotTrusted', `the certificate of the signer: ${error.message}`, { cause: error });
  }
}

const commonNameOf = (sender: CmpMessage['header']['sender']): string | undefined =>
  sender.type === 'directoryName' ? sender.name.commonName : undefined;

/** RFC 9483 §3.1: the sender is the subject of the certificate that protects the message. @throws CmpRefusal */
function requireSender(
  { config }: OpenPlace,
  { sender, senderKeyId }: CmpMessage['header'],
  { subject, extensions }: Certificate,
): void {
  if (sender.type !== 'directoryName' || !isSameName(sender.name, subject))
    throw new CmpRefusal('badMessageCheck', 'the sender is not the subject of the certificate that signed the message');
  const { keyUsage, subjectKeyIdentifier } = extensions;
  if (keyUsage && !keyUsage.includes('digitalSignature'))
    throw new CmpRefusal(
      'signerNotTrusted',
      'the certificate may not sign messages: its key usage lacks digitalSignature',
    );
  if (isDisabled(config, 'DisableMatchingKeyIdValidation') || !senderKeyId) return;
  if (subjectKeyIdentifier && !subjectKeyIdentifier.equals(senderKeyId))
    throw new CmpRefusal('badMessageCheck', 'the key identifier of the sender is not that of the certificate');
}
