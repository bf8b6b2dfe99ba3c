import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import { circumstances } from '../issuance/certificate-making.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import { explainedCheck } from '../issuance/certify.js';
import type { IssuanceActor } from '../issuance/identity-values.js';
import { recordRefusal } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import type { Decider } from '../enrolment/decider.js';
import { recordedFields } from '../enrolment/request-fields.js';
import { lintsOf, signFields } from '../policy/index.js';
import type { PlannedCertificate } from '../policy/index.js';
import { parsed } from '../read-request.js';
import { refused } from '../refusal.js';
import { decodePemBlock } from '../x509/index.js';
import type { CertificateRequest } from '../x509/index.js';
import { encodeCertAnswer } from '../x509/cmp/index.js';
import type { CmpBodyKind, CmpMessage } from '../x509/cmp/index.js';
import { decideRequest } from './cmp-decisions.js';
import { CmpRefusal } from './cmp-refusal.js';
import { meantCertificate, nameOfIssuer } from './meant-certificates.js';
import type { OpenPlace, Places } from './places.js';
import { profileOf, wantsImplicitConfirmation } from './request-headers.js';
import { asRequest, readRequested, requireIssuer } from './requested-certificate.js';
import type { RequestedCertificate } from './requested-certificate.js';
import type { Allowed, CmpRights, MeantCertificate } from './rights.js';
import type { CmpSecrets } from './secrets.js';
import type { Sender } from './senders.js';
import { isSameName } from './same-name.js';
import { idOfTransaction } from './transaction.store.js';
import type { TransactionStore } from './transaction.store.js';

/** Milliseconds that a client has to confirm its certificate. */
export const confirmWithinMs = 3_600_000;
/** Milliseconds that is known of which transaction a certificate comes, beyond its end. */
const keptMs = 7 * 86_400_000;
/** Certificates of one sender that wait to be confirmed. */
const mostWaiting = 300;

/** A request of an authenticated sender. */
export interface CmpRequest {
  readonly place: OpenPlace;
  readonly sender: Sender;
  readonly message: CmpMessage;
  readonly transactionId: Buffer;
  /** Ours, which the client sends back when it confirms. */
  readonly nonce: Buffer;
}

/** What a request is answered with. */
export interface CmpAnswer {
  readonly kind: CmpBodyKind;
  readonly content: Buffer;
  /** DER of certificates that help to judge what is in it. */
  readonly chain?: readonly Buffer[];
  /** Until when the client confirms; `granted` if it need not. */
  readonly confirmation?: Date | 'granted';
}

const answers = { ir: 'ip', cr: 'cp', p10cr: 'cp', kur: 'kup' } as const;
export type EnrolmentKind = keyof typeof answers;

/** Certificates for requests of clients: ir, cr, kur, p10cr (RFC 9483 §4.1). */
export class CmpEnrolment {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly places: Places;
      readonly rights: CmpRights;
      readonly secrets: CmpSecrets;
      readonly transactions: TransactionStore;
      readonly making: CertificateMaking;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** A refusal is an answer of its kind too, with the number of the request. */
  async enrol(kind: EnrolmentKind, asked: CmpRequest): Promise<CmpAnswer> {
    const requested = await readRequested(asked.message);
    try {
      return await this.#enrol(kind, asked, requested);
    } catch (error) {
      const refusal = error instanceof ProblemError ? unavailable(error) : error;
      if (!(refusal instanceof CmpRefusal)) throw error;
      const { failure, message: text } = refusal;
      const status = { status: 'rejection', text, failure } as const;
      return { kind: answers[kind], content: encodeCertAnswer({ id: requested.id, status }) };
    }
  }

  async #enrol(kind: EnrolmentKind, asked: CmpRequest, requested: RequestedCertificate): Promise<CmpAnswer> {
    const { place, sender, message } = asked;
    const { places, rights } = this.deps;
    const meant = kind === 'kur' ? await this.#renewed(asked, requested) : null;
    const allowed = meant ? await rights.toRenew(place, sender, meant) : await rights.toEnrol(place, sender);
    if (requested.isVouchedFor) await rights.requireVoucher(place, sender, allowed);
    const role = await rights.roleOf(place, allowed, profileOf(message.header));
    const decider = await places.deciderOf(place, role);
    if (allowed.isBound) await this.#requireBoundIssuer(asked, decider, role);
    requireIssuer(requested, decider.issuer, sender);
    const csr = asRequest(requested, meant?.certificate ?? null);
    if (meant) requireSameNames(csr, meant);
    const waiting = await this.deps.transactions.waiting(place.authority.mount.id, sender.key, mostWaiting);
    if (waiting >= mostWaiting)
      throw new CmpRefusal('systemUnavail', `${mostWaiting} certificates of this sender wait to be confirmed`);
    return this.#issue(kind, asked, { requested, decider, csr, allowed });
  }

  /** A sender bound to a role gets certificates from the role's issuer, or a renewed one from the issuer that it had before, whatever issuer the path names. */
  async #requireBoundIssuer({ place, sender }: CmpRequest, { issuer }: Decider, role: string | null): Promise<void> {
    if (sender.by === 'signature' && sender.own?.issuer.id === issuer.id) return;
    const usual = await this.deps.places.deciderOf({ ...place, issuerRef: undefined }, role);
    if (usual.issuer.id !== issuer.id)
      throw new CmpRefusal('notAuthorized', 'the path names another issuer than that of the role');
  }

  async #issue(
    kind: EnrolmentKind,
    { place, sender, message, transactionId, nonce }: CmpRequest,
    { requested, decider, csr, allowed }: Wanted,
  ): Promise<CmpAnswer> {
    const { making, transactions, secrets, audit, clock } = this.deps;
    const now = clock.now();
    const { authority, path, config } = place;
    const actor: IssuanceActor = allowed.caller ?? sender.actor;
    const { issuer } = decider;
    const around = circumstances(actor, { authority, issuer }, now);
    const lints = decider.kind === 'role' ? { lints: lintsOf(decider.role.role) } : {};
    const { decision } = explainedCheck(issuer, decideRequest(decider, requested, csr, around), lints);
    if (decision.broken) {
      const input = { commonName: csr.subject.commonName };
      const of = { actor, action: 'certificate.sign', path: pathBelow(mountPath(authority.mount.path), path), input };
      recordRefusal(audit, of, refused(decision.broken).problems);
      throw new CmpRefusal('badCertTemplate', decision.broken.map(({ message: text }) => text).join('; '));
    }
    const { planned } = decision;
    const isImplicit = wantsImplicitConfirmation(message.header);
    const confirmBy = new Date(now.getTime() + confirmWithinMs);
    const issued = await this.#kept(() =>
      making.make({ actor, authority, issuer, path, around }, decision, {
        publicKey: csr.publicKey,
        form: parsed(signFields, {}),
        warnings: [],
        recorded: 'certificate.sign',
        roleName: decider.kind === 'role' ? decider.role.name : undefined,
        keeping: { noStore: false, generateLease: false },
        beside: (certificateId) => [
          transactions.inserting({
            id: idOfTransaction(authority.mount.id, transactionId),
            mountId: authority.mount.id,
            certificateId,
            sender: sender.key,
            secretId: sender.by === 'secret' ? sender.row.id : null,
            state: isImplicit ? 'confirmed' : 'issued',
            requestId: requested.id,
            nonce: nonce.toString('hex'),
            signer: sender.by === 'signature' && !isImplicit ? new Uint8Array(sender.certificate.der) : null,
            createdAt: now,
            confirmBy,
            expiresAt: new Date(planned.notAfter.getTime() + keptMs),
          }),
          ...(sender.by === 'secret' ? [secrets.using(sender.row)] : []),
          audit.statement(
            actor,
            'cmp.enrol',
            { type: 'certificate', id: certificateId },
            {
              mount: authority.mount.path,
              request: kind,
              transaction: transactionId.toString('hex'),
              ...recordedFields(csr, config.auditFields),
            },
          ),
        ],
      }),
    );
    const der = decodePemBlock(issued.certificate, ['CERTIFICATE'], 'certificate');
    const status = { status: isAsAsked(requested, csr, planned) ? 'accepted' : 'grantedWithMods' } as const;
    // A sender with only a secret has nothing to trust yet; the MAC vouches for the answer (RFC 9483 §4.1.5).
    const roots = kind === 'ir' && sender.by === 'secret' ? issuer.chain.filter(({ isRoot }) => isRoot) : [];
    return {
      kind: answers[kind],
      content: encodeCertAnswer({
        id: requested.id,
        status,
        certificate: der,
        authorities: roots.map(({ certificate }) => certificate.der),
      }),
      chain: issuer.chain.map(({ certificate }) => certificate.der),
      confirmation: isImplicit ? 'granted' : confirmBy,
    };
  }

  async #kept<T>(make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'CONFLICT') throw error;
      throw new CmpRefusal(
        'transactionIdInUse',
        'the transaction has a certificate already, or the secret is used up',
        {
          cause: error,
        },
      );
    }
  }

  /** The certificate that a `kur` replaces: the one that it names, or that of its sender. */
  async #renewed({ place, sender }: CmpRequest, { old }: RequestedCertificate): Promise<MeantCertificate> {
    const { authority } = place;
    if (old) {
      const of = { issuer: nameOfIssuer(old.issuer), serialNumber: old.serialNumber };
      const meant = await meantCertificate(this.deps.database, authority, of);
      if (meant.revokedAt) throw new CmpRefusal('certRevoked', 'the certificate is revoked, and cannot be renewed');
      // Whether the one that signs has expired was asked before.
      const isOwn = sender.by === 'signature' && sender.own?.id === meant.id;
      if (!isOwn && meant.certificate.notAfter < this.deps.clock.now())
        throw new CmpRefusal('badCertId', 'the certificate has expired, and cannot be renewed');
      return meant;
    }
    if (sender.by === 'signature' && sender.own) return { id: sender.own.id, certificate: sender.certificate };
    throw new CmpRefusal('badCertId', 'the request does not say which certificate it renews (oldCertID)');
  }
}

interface Wanted {
  readonly requested: RequestedCertificate;
  readonly decider: Decider;
  readonly csr: CertificateRequest;
  readonly allowed: Allowed;
}

/** RFC 9483 §4.1.3: only key, validity and number of the certificate change. @throws CmpRefusal */
function requireSameNames({ subject, extensions }: CertificateRequest, { certificate }: MeantCertificate): void {
  const keyed = (names: CertificateRequest['extensions']['subjectAltName']) =>
    (names ?? []).map((name) => JSON.stringify(name)).sort();
  const same = keyed(extensions.subjectAltName).join('\n') === keyed(certificate.extensions.subjectAltName).join('\n');
  if (isSameName(subject, certificate.subject) && same) return;
  throw new CmpRefusal('badCertTemplate', 'a renewed certificate has the names of the one that it replaces');
}

/** Whether nothing that was asked for became something else. */
function isAsAsked(
  { notAfter, subject }: RequestedCertificate,
  { extensions }: CertificateRequest,
  planned: PlannedCertificate,
): boolean {
  const sameSubject = subject === undefined || isSameName(planned.subject, subject);
  const sameEnd = notAfter === undefined || Math.abs(planned.notAfter.getTime() - notAfter.getTime()) < 1000;
  return sameSubject && sameEnd && planned.names.length >= (extensions.subjectAltName ?? []).length;
}

/** What the rest of the certificate authority cannot do just now, in words of the protocol; null for what it says to nobody. */
export function unavailable(error: ProblemError): CmpRefusal | null {
  switch (error.code) {
    case 'ISSUER_NOT_FOUND':
    case 'ISSUER_NOT_USABLE':
      return new CmpRefusal('systemUnavail', error.message, { cause: error });
    case 'REQUEST_REFUSED':
      return new CmpRefusal('badCertTemplate', error.message, { cause: error });
    default:
      return null;
  }
}
