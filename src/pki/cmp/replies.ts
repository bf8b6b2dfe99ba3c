import type { Clock } from '../../platform/clock.js';
import type { AuthorityIssuer } from '../issuers/authority.js';
import { signsSlowly } from '../issuers/signs-slowly.js';
import { encodeGeneralizedTime, Name } from '../x509/index.js';
import {
  encodeBody,
  encodeCmpMessage,
  encodeHeader,
  encodeInfo,
  encodeMacScheme,
  freshScheme,
  infoOids,
  macOf,
  protectedPartOf,
} from '../x509/cmp/index.js';
import type { CmpHeaderDraft, CmpMessage } from '../x509/cmp/index.js';
import type { CmpAnswer } from './enrolment.js';
import type { OpenPlace, Places } from './places.js';
import type { Sender } from './senders.js';

/** Messages that go out: protected as the request was, by the same secret, or by the key of the issuer (RFC 9483 §3.2). */
export class CmpReplies {
  constructor(private readonly deps: { readonly places: Places; readonly clock: Clock }) {}

  async protected(
    place: OpenPlace,
    request: CmpMessage,
    { sender, answer, nonce }: { readonly sender: Sender; readonly answer: CmpAnswer; readonly nonce: Buffer },
  ): Promise<Buffer> {
    const issuer = this.deps.places.responder(place);
    const body = encodeBody(answer.kind, answer.content);
    const draft = { ...this.#draft(issuer, request, answer), senderNonce: nonce };
    const chain = answer.chain ?? [];
    if (sender.by === 'secret') {
      const scheme = freshScheme(sender.scheme);
      const header = encodeHeader({
        ...draft,
        protection: encodeMacScheme(scheme),
        senderKeyId: request.header.senderKeyId ?? Buffer.from(sender.row.reference, 'utf8'),
      });
      const protection = await macOf(scheme, sender.secret, protectedPartOf(header, body));
      return encodeCmpMessage(header, body, { protection, extraCerts: chain });
    }
    const signer = signerOf(issuer);
    const header = encodeHeader({ ...draft, protection: signer.algorithm.der, senderKeyId: issuer.subjectKeyId });
    const protection = await signer.sign(protectedPartOf(header, body));
    const own = issuer.chain.map(({ certificate }) => certificate.der);
    const others = chain.filter((each) => !own.some((der) => der.equals(each)));
    return encodeCmpMessage(header, body, { protection, extraCerts: [...own, ...others] });
  }

  /** Asked before anything is done that the answer is about. @throws ISSUER_NOT_FOUND, ISSUER_NOT_USABLE if an answer could not be protected */
  requireSigner(place: OpenPlace, sender: Sender): void {
    const issuer = this.deps.places.responder(place);
    if (sender.by === 'signature') signerOf(issuer);
  }

  /** For a sender that is not known: nobody has this server sign for nothing. */
  unprotected(place: OpenPlace, request: CmpMessage | null, answer: CmpAnswer): Promise<Buffer> {
    const { defaultIssuer } = place.authority;
    const header = encodeHeader(this.#draft(defaultIssuer, request, answer));
    return Promise.resolve(encodeCmpMessage(header, encodeBody(answer.kind, answer.content), {}));
  }

  #draft(issuer: AuthorityIssuer | undefined, request: CmpMessage | null, { confirmation }: CmpAnswer): CmpHeaderDraft {
    const header = request?.header;
    return {
      version: header?.version === 3 ? 3 : 2,
      sender: { type: 'directoryName', name: issuer?.certificate.subject ?? Name.empty },
      // Other kinds of names can be read here that cannot be written.
      recipient: header?.sender.type === 'directoryName' ? header.sender : nobody,
      time: this.deps.clock.now(),
      transactionId: header?.transactionId,
      recipientNonce: header?.senderNonce,
      infos:
        confirmation === undefined
          ? []
          : [
              confirmation === 'granted'
                ? encodeInfo(infoOids.implicitConfirm, nullInfo)
                : encodeInfo(infoOids.confirmWaitTime, encodeGeneralizedTime(confirmation)),
            ],
    };
  }
}

const signerOf = (issuer: AuthorityIssuer) => (signsSlowly(issuer) ? issuer.asyncSigner() : issuer.signer());

const nobody = { type: 'directoryName', name: Name.empty } as const;
const nullInfo = Uint8Array.of(0x05, 0x00);
