import type { RequestOrigin } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Waiter } from '../../platform/outbound/call-end.js';
import { problem } from '../../platform/problems.js';
import type { AuthorityIssuer } from '../issuers/authority.js';
import { decryptMessageElsewhere, parseEnvelopedData, verifySigner } from '../x509/cms/index.js';
import type { EnvelopedData, KeyTransport, MessageHolder } from '../x509/cms/index.js';
import type { RsaDecryptions } from '../keys/rsa-decryptions.js';
import { isRemote, X509Error } from '../x509/index.js';
import type { Hash } from '../x509/index.js';
import { authorityCertificates, capabilities, nextAuthorityCertificate } from './authority-certificates.js';
import type { PlainAnswer } from './authority-certificates.js';
import type { Enrolment, ReadMessage } from './enrolment.js';
import type { Outcome } from './transaction-life.js';
import { answerMessage, maxMessageBytes, readScepMessage } from './messages.js';
import type { ScepMessage, ScepReply } from './messages.js';
import { unfitIssuer } from './place.js';
import type { OpenPlace, ScepPlace, ScepPlaces } from './place.js';
import type { ScepQueries } from './queries.js';
import { ScepRefusal, unreadable } from './refusal.js';
import { ciphersOf, hashesOf } from './scep-config.js';

/** An envelope that was opened, and by whom. */
interface Opened {
  readonly content: Buffer;
  readonly envelope: EnvelopedData;
  readonly issuer: AuthorityIssuer;
}

/** Requests of SCEP (RFC 8894): what they ask, and what they are answered. */
export class ScepServer {
  constructor(
    private readonly deps: {
      readonly places: ScepPlaces;
      readonly enrolment: Enrolment;
      readonly queries: ScepQueries;
      readonly decryptions: Pick<RsaDecryptions, 'decrypt'>;
      readonly clock: Clock;
    },
  ) {}

  /** @throws MOUNT_NOT_FOUND, NOT_FOUND, UNKNOWN_ROLE, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, INVALID_INPUT */
  async read(place: ScepPlace, operation: string): Promise<PlainAnswer> {
    const open = await this.deps.places.open(place);
    switch (operation) {
      case 'GetCACaps':
        return capabilities(open, this.deps.clock.now());
      case 'GetCACert':
        return authorityCertificates(open);
      case 'GetNextCACert':
        return nextAuthorityCertificate(open, this.deps.clock);
      default:
        throw problem('INVALID_INPUT', 'operation must be GetCACaps, GetCACert, GetNextCACert or PKIOperation', [
          'operation',
        ]);
    }
  }

  /**
   * PKIOperation.
   * @param waiter who waits for the answer
   * @throws as `read`, LIMIT_EXCEEDED, UNAVAILABLE where too many ask at once, and why nobody waits any more before it is known what is asked
   */
  async operate(place: ScepPlace, bytes: Uint8Array, origin: RequestOrigin, waiter?: Waiter): Promise<PlainAnswer> {
    const open = await this.deps.places.open(place);
    if (bytes.length > maxMessageBytes)
      throw problem('INVALID_INPUT', `a message has at most ${maxMessageBytes} octets`, ['message']);
    const message = readable(bytes);
    const known = holdersOf(open);
    const answer = async (issuer: AuthorityIssuer, reply: ScepReply): Promise<PlainAnswer> => {
      const signer = issuer.asyncSigner({ bits: bitsOf(message.signer.digest.hash), pss: false });
      const body = await answerMessage(message, reply, { certificate: issuer.certificate, signer });
      return { type: 'application/x-pki-message', body };
    };
    let { issuer } = open.decider;
    try {
      await requireSignature(open, message);
      const found = await this.#opened(open, message, known, { origin, waiter });
      issuer = found.issuer;
      const asked = { message, content: found.content, origin };
      const reply = await this.#replyTo(open, asked, found);
      return await answer(issuer, reply);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return answer(issuer, { status: 'failure', refusal });
    }
  }

  /** @throws ScepRefusal, UNAVAILABLE */
  async #opened(
    { config }: OpenPlace,
    { data }: ScepMessage,
    holders: ReturnType<typeof holdersOf>,
    { origin, waiter }: { readonly origin: RequestOrigin; readonly waiter: Waiter | undefined },
  ): Promise<Opened> {
    if (!data.content) throw unreadable();
    const envelope = parseEnvelopedData(data.content, ciphersOf(config), maxMessageBytes);
    const { content, holder } = await decryptMessageElsewhere(envelope, holders, (asked) =>
      this.deps.decryptions.decrypt(asked, origin.remoteAddress, waiter),
    );
    return { content, envelope, issuer: holder.issuer };
  }

  async #replyTo(open: OpenPlace, asked: ReadMessage, { envelope }: Opened): Promise<ScepReply> {
    const { enrolment, queries } = this.deps;
    // As it was asked: old devices read only what they write.
    const success = (content: Buffer): ScepReply => ({
      status: 'success',
      content,
      cipher: envelope.cipher.cipher.name,
      transport: transportOf(envelope),
    });
    const decided = async (outcome: Outcome): Promise<ScepReply> =>
      outcome.kind === 'pending' ? { status: 'pending' } : success(await queries.issued(outcome.certificateId));
    switch (asked.message.type) {
      case 'PKCSReq':
      case 'RenewalReq':
        return decided(await enrolment.enrol(open, asked));
      case 'CertPoll':
        return decided(await queries.poll(open, asked));
      case 'GetCert':
        return success(await queries.certificate(open, asked));
      case 'GetCRL':
        return success(await queries.crl(open, asked));
      case undefined:
        throw new ScepRefusal('badRequest', 'the type of the message is not one of RFC 8894');
    }
  }
}

/** @throws INVALID_INPUT: nothing can be answered in the protocol to what has no transaction */
function readable(bytes: Uint8Array): ScepMessage {
  try {
    return readScepMessage(bytes);
  } catch (error) {
    if (error instanceof X509Error) throw problem('INVALID_INPUT', error.message, ['message']);
    throw error;
  }
}

/** @throws ScepRefusal */
async function requireSignature({ config }: OpenPlace, { data, signer, certificate }: ScepMessage): Promise<void> {
  const { digest, algorithm } = signer;
  const hashes = hashesOf(config);
  const own = algorithm.accepted?.hash;
  const isAllowed =
    digest.hash !== undefined && hashes.includes(digest.hash) && (own === undefined || hashes.includes(own));
  if (!isAllowed)
    throw new ScepRefusal('badAlg', `digests of ${digest.name} with ${algorithm.name} are not allowed here`);
  const { type } = certificate.publicKey.spec;
  if (type !== 'rsa' && type !== 'ec')
    throw new ScepRefusal('badAlg', `nothing can be encrypted for a key of type ${type}`);
  await verifySigner(data, signer, certificate);
}

/** The issuers that requests may be encrypted for: that of the path, and others of the mount, which clients may still know. */
function holdersOf({
  authority,
  decider,
}: OpenPlace): readonly (MessageHolder & { readonly issuer: AuthorityIssuer })[] {
  const others = authority.issuers.filter(
    (each) =>
      each.id !== decider.issuer.id &&
      each.usage.has('issuing-certificates') &&
      !each.revokedAt &&
      unfitIssuer(each) === undefined,
  );
  return [decider.issuer, ...others].map((issuer) => ({
    issuer,
    certificate: issuer.certificate,
    get privateKey() {
      const key = issuer.privateKey();
      if (isRemote(key)) throw problem('ISSUER_NOT_USABLE', 'a key in a token decrypts nothing here');
      return key;
    },
  }));
}

function transportOf({ recipients }: EnvelopedData): KeyTransport {
  const how = recipients.flatMap((each) => ('padding' in each.how ? [each.how] : []))[0];
  return how ?? { padding: 'pkcs1' };
}

/** What the client is told; undefined for what is no refusal of its message. */
function refusalOf(error: unknown): ScepRefusal | undefined {
  if (error instanceof ScepRefusal) return error;
  if (!(error instanceof X509Error)) return undefined;
  const isAlgorithm = error.fault === 'weak' || error.fault === 'unsupported';
  return isAlgorithm ? new ScepRefusal('badAlg', error.message, { cause: error }) : unreadable(error);
}

/** The answer is signed with the hash of the request. */
const bitsOf = (hash: Hash | undefined): number => (hash === 'sha512' ? 512 : hash === 'sha384' ? 384 : 256);
