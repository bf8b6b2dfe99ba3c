import type { Audit } from '../../identity/audit/audit.js';
import type { SignedIn, SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { RequestOrigin } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ChangesMissing } from '../../platform/database/database.js';
import { ids } from '../../platform/ids.js';
import { networkOf } from '../../platform/networks.js';
import { isAbsence, ProblemError } from '../../platform/problems.js';
import type { ProblemCode } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import { circumstances } from '../issuance/certificate-making.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import { recordRefusal } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { signFields } from '../policy/index.js';
import { parsed } from '../read-request.js';
import { refused } from '../refusal.js';
import { parseRequest, verifyRequestAsync, X509Error } from '../x509/index.js';
import type { Certificate, CertificateRequest } from '../x509/index.js';
import { challengeOf, digestText, isSignedWeakly, withoutPassword } from './contents.js';
import { decideRequest, requireSameHolder } from './decisions.js';
import type { ScepMessage } from './messages.js';
import type { OpenPlace } from './place.js';
import { ScepRefusal, unreadable } from './refusal.js';
import { isOwn } from './signers.js';
import type { Signers } from './signers.js';
import { answerable, issuedUntil, pendingUntil } from './transaction-life.js';
import type { Outcome } from './transaction-life.js';
import type { ScepTransaction, TransactionStore } from './transaction.store.js';

/** A request whose signature is that of its sender, and its content. */
export interface ReadMessage {
  readonly message: ScepMessage;
  readonly content: Buffer;
  readonly origin: RequestOrigin;
}

/** Requests that may wait for approval at one mount, and those of one address: many devices know the same challenge, and none of them takes all places. */
const mostWaiting = { ofAll: 1_000, ofAddress: 500 } as const;

/** First certificates (PKCSReq) and renewals (RenewalReq), RFC 8894 3.3.1. */
export class Enrolment {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly store: TransactionStore;
      readonly signers: Signers;
      readonly signIns: SignIns;
      readonly access: MountAccess;
      readonly making: CertificateMaking;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** @throws ScepRefusal, LIMIT_EXCEEDED */
  async enrol(place: OpenPlace, asked: ReadMessage): Promise<Outcome> {
    const csr = await readRequest(asked.content);
    const { store } = this.deps;
    const { message } = asked;
    const mountId = place.authority.mount.id;
    const before = await store.find(mountId, message.transactionId);
    const known = before && this.#known(before, place, message, csr);
    if (known) return known;
    try {
      return await this.#enrol(place, asked, csr, before);
    } catch (error) {
      // Another server has just decided the same request: it used the challenge, or kept the transaction.
      const after = isRefusedHere(error) ? await store.find(mountId, message.transactionId) : null;
      const decided = after && after.id !== before?.id ? this.#known(after, place, message, csr) : undefined;
      if (decided) return decided;
      throw error;
    }
  }

  /** What was answered before; undefined for what is over. @throws ScepRefusal for a transaction of somebody else */
  #known(
    before: ScepTransaction,
    place: OpenPlace,
    message: ScepMessage,
    csr: CertificateRequest,
  ): Outcome | undefined {
    if (before.expiresAt < this.deps.clock.now()) return undefined;
    const isSame = before.requestDigest === digestText(csr.der) && before.place === place.name;
    if (before.signerKey !== digestText(message.certificate.publicKey.der))
      throw new ScepRefusal('badRequest', 'the transaction is that of another key');
    if (isSame) return answerable(before);
    if (before.status === 'pending') throw new ScepRefusal('badRequest', 'the transaction waits with another request');
    return undefined;
  }

  async #enrol(
    place: OpenPlace,
    { message, origin }: ReadMessage,
    csr: CertificateRequest,
    before: ScepTransaction | null,
  ): Promise<Outcome> {
    const { clock, making, store } = this.deps;
    const { authority, decider, path } = place;
    const { signedIn, renewed } = await this.#signedIn(place, message, csr, origin);
    const actor = signedIn.caller;
    const now = clock.now();
    const around = circumstances(actor, { authority, issuer: decider.issuer }, now);
    const decision = decideRequest(decider, csr, around);
    if (decision.broken) {
      const asked = {
        actor,
        action: 'certificate.sign',
        input: { commonName: csr.subject.commonName },
        path: pathBelow(mountPath(authority.mount.path), path),
      };
      const { problems } = refused(decision.broken);
      recordRefusal(this.deps.audit, asked, problems);
      throw new ScepRefusal('badRequest', problems.map(({ message: text }) => text).join('; '));
    }
    if (renewed) requireSameHolder(decision.planned, renewed);
    const made = transactionFor(place, message, csr, signedIn, now);
    if (place.config.requireApproval && !renewed) return this.#wait(place, signedIn, made, csr, before);
    let certificateId = '';
    await making.make({ actor, authority, issuer: decider.issuer, path, around }, decision, {
      publicKey: csr.publicKey,
      form: parsed(signFields, {}),
      warnings: [],
      recorded: 'certificate.sign',
      roleName: decider.kind === 'role' ? decider.role.name : undefined,
      keeping: { noStore: false, generateLease: false },
      beside: (id) => {
        certificateId = id;
        const expiresAt = issuedUntil(decision.planned);
        return [store.keeping({ ...made, status: 'issued', certificateId: id, decidedAt: now, expiresAt }, before)];
      },
    });
    return { kind: 'issued', certificateId };
  }

  async #wait(
    place: OpenPlace,
    { caller }: SignedIn,
    made: ScepTransaction,
    csr: CertificateRequest,
    before: ScepTransaction | null,
  ): Promise<Outcome> {
    const { store, database, audit, clock } = this.deps;
    const { mount } = place.authority;
    const waiting = await store.waiting(mount.id, clock.now(), mostWaiting.ofAll);
    const network = networkOf(caller.origin.remoteAddress);
    const own = waiting.filter((address) => networkOf(address) === network).length;
    if (waiting.length >= mostWaiting.ofAll || own >= mostWaiting.ofAddress)
      throw new ScepRefusal('badRequest', 'too many requests wait for approval');
    const target = { type: 'scep-transaction' as const, id: made.id, name: made.subject };
    const details = { mount: mount.path, transaction: made.transactionId, requester: made.requester };
    await database.writeSql([
      store.keeping({ ...made, request: withoutPassword(csr) }, before),
      audit.statement(caller, 'scep.ask', target, details),
    ]);
    return { kind: 'pending' };
  }

  /** Who asks, and with which certificate if it is a renewal. @throws ScepRefusal, LIMIT_EXCEEDED */
  async #signedIn(
    place: OpenPlace,
    { type, certificate }: ScepMessage,
    csr: CertificateRequest,
    origin: RequestOrigin,
  ): Promise<{ readonly signedIn: SignedIn; readonly renewed: Certificate | undefined }> {
    const { cert, scep } = place.config.authenticators;
    const challenge = readChallenge(csr);
    const own = isOwn(certificate, csr.publicKey.der);
    if (own && type === 'RenewalReq')
      throw new ScepRefusal('badMessageCheck', 'a renewal must be signed by the certificate that is renewed');
    const presented = own ? undefined : await this.deps.signers.requireOurs(place.authority, certificate);
    const byChallenge = scep && challenge !== null && type === 'PKCSReq' ? { scep, challenge } : undefined;
    const signedIn = await allowed(async () => {
      const { signIns } = this.deps;
      const one = byChallenge
        ? await signIns.byChallenge(
            byChallenge.scep.accessor,
            roleOf(byChallenge.scep.role),
            byChallenge.challenge,
            origin,
          )
        : presented && cert
          ? await signIns.byCertificate(cert.accessor, roleOf(cert.role), presented.slice(0, mostPresented), origin)
          : undefined;
      if (one) await this.deps.access.to(one.caller, place.mount, place.path, 'update');
      return one;
    });
    if (!signedIn) throw notAllowed();
    return { signedIn, renewed: byChallenge ? undefined : certificate };
  }
}

/** Certificates of a chain that a method is shown. */
const mostPresented = 8;

const roleOf = (role: string | null): string | null => (role === '' ? null : role);

const refusing: ReadonlySet<ProblemCode> = new Set(['SIGN_IN_REFUSED', 'PERMISSION_DENIED']);

const notAllowed = (cause?: unknown) =>
  new ScepRefusal('badRequest', 'whoever asks is not allowed to have a certificate here', { cause });

/** All refusals of a requester look the same. @throws ScepRefusal, and what is no refusal */
async function allowed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAbsence(error) || (error instanceof ProblemError && refusing.has(error.code))) throw notAllowed(error);
    throw error;
  }
}

const isRefusedHere = (error: unknown): boolean =>
  error instanceof ScepRefusal ||
  error instanceof ChangesMissing ||
  (error instanceof ProblemError && error.code === 'CONFLICT');

/** The signing request in a message. What is wrong with it is not told: it may have been decrypted wrongly. @throws ScepRefusal */
async function readRequest(content: Buffer): Promise<CertificateRequest> {
  try {
    const csr = parseRequest(content);
    await requireOwnSignature(csr);
    return csr;
  } catch (error) {
    if (error instanceof X509Error) throw unreadable(error);
    throw error;
  }
}

/** That an algorithm is weak is told only where all of the request is as its sender made it: parts of somebody else's could be put together to one that says so. */
async function requireOwnSignature(csr: CertificateRequest): Promise<void> {
  try {
    await verifyRequestAsync(csr);
  } catch (error) {
    if (!(error instanceof X509Error) || error.fault !== 'weak' || !(await isSignedWeakly(csr))) throw error;
    throw new ScepRefusal('badAlg', error.message, { cause: error });
  }
}

function readChallenge(csr: CertificateRequest): string | null {
  try {
    return challengeOf(csr);
  } catch (error) {
    if (error instanceof X509Error) throw unreadable(error);
    throw error;
  }
}

const longestSubject = 500;

function transactionFor(
  place: OpenPlace,
  message: ScepMessage,
  csr: CertificateRequest,
  { displayName, caller }: SignedIn,
  now: Date,
): ScepTransaction {
  return {
    id: ids.scepTransaction.makeAt(now),
    mountId: place.authority.mount.id,
    place: place.name,
    transactionId: message.transactionId,
    signerKey: digestText(message.certificate.publicKey.der),
    requestDigest: digestText(csr.der),
    status: 'pending',
    request: null,
    certificateId: null,
    reason: null,
    subject: csr.subject.toString().slice(0, longestSubject),
    requester: displayName,
    remoteAddress: caller.origin.remoteAddress,
    createdAt: now,
    decidedAt: null,
    expiresAt: pendingUntil(now),
  };
}
