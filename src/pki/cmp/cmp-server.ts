import { randomBytes } from 'node:crypto';
import type { RequestOrigin } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { ProblemError } from '../../platform/problems.js';
import { X509Error } from '../x509/index.js';
import { encodeError, readCmpMessage } from '../x509/cmp/index.js';
import type { CmpBodyKind, CmpMessage } from '../x509/cmp/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { CmpConfirmations } from './confirmations.js';
import type { CmpRevocation } from './cmp-revocation.js';
import { unavailable } from './enrolment.js';
import type { CmpAnswer, CmpEnrolment, CmpRequest } from './enrolment.js';
import type { CmpInformation } from './information.js';
import { clockToleranceMs } from './nonces.js';
import type { CmpNonces } from './nonces.js';
import { isSameName } from './same-name.js';
import type { CmpPlace, OpenPlace, Places } from './places.js';
import type { CmpReplies } from './replies.js';
import type { CmpRights } from './rights.js';
import type { Sender, Senders } from './senders.js';
import { idOfTransaction } from './transaction.store.js';
import type { CmpTransaction, TransactionStore } from './transaction.store.js';

/** What is sent back: a message in any case; `unreadable` if none could be read. */
export interface SentCmp {
  readonly kind: 'answered' | 'unreadable';
  readonly der: Buffer;
}

/** What begins a transaction; what follows goes to the same path. */
const requests: ReadonlySet<CmpBodyKind> = new Set(['ir', 'cr', 'kur', 'p10cr', 'rr', 'genm']);

/** Octets of identifiers and nonces; RFC 9483 §3.1 has 16. */
const transactionOctets = { least: 8, most: 64 };
const nonceOctets = { least: 16, most: 64 };

/** Messages of CMP (RFC 9810, RFC 9483): who sends them, and what they do. */
export class CmpServer {
  constructor(
    private readonly deps: {
      readonly places: Places;
      readonly senders: Senders;
      readonly rights: CmpRights;
      readonly nonces: CmpNonces;
      readonly transactions: TransactionStore;
      readonly enrolment: CmpEnrolment;
      readonly confirmations: CmpConfirmations;
      readonly revocation: CmpRevocation;
      readonly information: CmpInformation;
      readonly replies: CmpReplies;
      readonly clock: Clock;
      /** Called for what is nobody's mistake. @returns what the client is told */
      readonly failed: (error: unknown) => string;
    },
  ) {}

  /** @returns null if CMP is not enabled there @throws MOUNT_NOT_FOUND */
  open(place: CmpPlace): Promise<OpenPlace | null> {
    return this.deps.places.open(place);
  }

  /** @param asks the request that the path is for, if it says so */
  async answer(place: OpenPlace, der: Uint8Array, origin: RequestOrigin, asks?: CmpBodyKind): Promise<SentCmp> {
    const { replies } = this.deps;
    let message: CmpMessage;
    try {
      message = readCmpMessage(der);
    } catch (error) {
      if (!(error instanceof X509Error)) throw error;
      const answer = refusalAnswer(new CmpRefusal('badDataFormat', error.message));
      return { kind: 'unreadable', der: await replies.unprotected(place, null, answer) };
    }
    let sender: Sender | null = null;
    const nonce = randomBytes(16);
    try {
      this.#requireHeader(message, asks);
      const known = await this.#transaction(place, message);
      const from = await this.deps.senders.of(place, message, origin, known?.signer ?? null);
      replies.requireSigner(place, from);
      sender = from;
      requireRecipient(place, message, sender);
      const answer = await this.#answered(place, message, { sender, known, nonce });
      return { kind: 'answered', der: await replies.protected(place, message, { sender, answer, nonce }) };
    } catch (error) {
      const answer = refusalAnswer(this.#refusal(error));
      const reply = sender
        ? replies.protected(place, message, { sender, answer, nonce })
        : replies.unprotected(place, message, answer);
      return { kind: 'answered', der: await reply };
    }
  }

  /** What RFC 9483 §3.5 asks of headers. @throws CmpRefusal */
  #requireHeader({ header, kind }: CmpMessage, asks: CmpBodyKind | undefined): void {
    const { version, transactionId, senderNonce, time } = header;
    if (version !== 2 && version !== 3)
      throw new CmpRefusal('unsupportedVersion', `version ${version} of CMP; 2 and 3 are taken`);
    if (!kind) throw new CmpRefusal('badRequest', 'messages of this kind are not taken');
    if (asks !== undefined && requests.has(kind) && kind !== asks)
      throw new CmpRefusal('badRequest', `the path is for ${asks}, and the message is ${kind}`);
    if (!transactionId || !isWithin(transactionId, transactionOctets))
      throw new CmpRefusal('badRequest', 'a message has a transaction identifier of 8 to 64 octets');
    if (!senderNonce || !isWithin(senderNonce, nonceOctets))
      throw new CmpRefusal('badSenderNonce', 'a message has a nonce of 16 to 64 octets');
    if (time && Math.abs(time.getTime() - this.deps.clock.now().getTime()) > clockToleranceMs)
      throw new CmpRefusal(
        'badTime',
        'the time of the message differs from that of the server by more than five minutes',
      );
  }

  /** The transaction that a message continues. */
  async #transaction({ authority }: OpenPlace, { header, kind }: CmpMessage): Promise<CmpTransaction | null> {
    const { transactionId } = header;
    if (!transactionId || (kind !== 'certConf' && kind !== 'error' && kind !== 'pollReq')) return null;
    return this.deps.transactions.find(idOfTransaction(authority.mount.id, transactionId));
  }

  async #answered(
    place: OpenPlace,
    message: CmpMessage,
    { sender, known, nonce }: { sender: Sender; known: CmpTransaction | null; nonce: Buffer },
  ): Promise<CmpAnswer> {
    const { header, kind } = message;
    const transactionId = header.transactionId ?? Buffer.alloc(0);
    const request: CmpRequest = { place, sender, message, transactionId, nonce };
    switch (kind) {
      case 'ir':
      case 'cr':
      case 'kur':
      case 'p10cr':
        await this.#begin(request);
        return this.deps.enrolment.enrol(kind, request);
      case 'rr':
        await this.#begin(request);
        return this.deps.revocation.revoke(request);
      case 'genm':
        await this.#begin(request);
        return this.deps.information.answer(request);
      case 'certConf':
        return this.deps.confirmations.confirm({ ...request, transaction: continued(request, known) });
      case 'error':
        return this.deps.confirmations.giveUp({ ...request, transaction: continued(request, known) });
      case 'pollReq':
        throw new CmpRefusal('badRequest', 'nothing is waited for: every request is answered at once');
      default:
        throw new CmpRefusal('badRequest', 'a client does not send messages of this kind');
    }
  }

  async #begin({ place, sender, message, transactionId }: CmpRequest): Promise<void> {
    const { mount } = place.authority;
    await this.deps.rights.requireKnown(place, sender);
    await this.deps.nonces.begin(mount.id, transactionId, { isDated: message.header.time !== undefined });
  }

  #refusal(error: unknown): CmpRefusal {
    if (error instanceof CmpRefusal) return error;
    const known = error instanceof ProblemError ? unavailable(error) : null;
    if (known) return known;
    if (error instanceof X509Error) {
      const failure = error.fault === 'unsupported' || error.fault === 'weak' ? 'badCertTemplate' : 'badDataFormat';
      return new CmpRefusal(failure, error.message, { cause: error });
    }
    return new CmpRefusal('systemFailure', this.deps.failed(error), { cause: error });
  }
}

const isWithin = ({ length }: Uint8Array, { least, most }: { least: number; most: number }): boolean =>
  length >= least && length <= most;

const refusalAnswer = ({ failure, message }: CmpRefusal): CmpAnswer => ({
  kind: 'error',
  content: encodeError({ status: 'rejection', text: message, failure }),
});

/** The transaction of the same sender, which has the answer (RFC 9483 §3.5). @throws CmpRefusal */
function continued({ sender, message }: CmpRequest, known: CmpTransaction | null): CmpTransaction {
  if (!known || known.sender !== sender.key)
    throw new CmpRefusal('badRequest', 'there is no such transaction of this sender');
  if (message.header.recipientNonce?.toString('hex') !== known.nonce)
    throw new CmpRefusal('badRecipientNonce', 'the message does not have the nonce of the answer that it follows');
  return known;
}

/**
 * A message for somebody else is not taken, whoever can read it. Clients that know no better name nobody, or whoever issued their certificate.
 * @throws CmpRefusal
 */
function requireRecipient({ authority }: OpenPlace, { header: { recipient } }: CmpMessage, sender: Sender): void {
  if (recipient.type === 'directoryName') {
    const { name } = recipient;
    if (name.isEmpty || authority.issuers.some(({ certificate }) => isSameName(certificate.subject, name))) return;
    if (sender.by === 'signature' && isSameName(sender.certificate.issuer, name)) return;
  }
  throw new CmpRefusal('wrongAuthority', 'the message is for another recipient');
}
