import type { Clock } from '../../platform/clock.js';
import { problem } from '../../platform/problems.js';
import { certificatesOnly, contentOids, issuerAndSerial, signMessage } from '../x509/cms/index.js';
import type { AuthorityIssuer } from '../issuers/authority.js';
import type { OpenPlace } from './place.js';
import { unfitIssuer } from './place.js';
import { ciphersOf, hashesOf } from './scep-config.js';

/** What a client is answered without a message. */
export interface PlainAnswer {
  readonly type: string;
  readonly body: Buffer;
}

/** GetCACaps (RFC 8894 3.5.2): what clients may use. */
export function capabilities(place: OpenPlace, now: Date): PlainAnswer {
  const { config } = place;
  const ciphers = ciphersOf(config);
  const hashes = hashesOf(config);
  const said = [
    ...(ciphers.includes('aes128-cbc') ? ['AES'] : []),
    ...(ciphers.includes('3des-cbc') ? ['DES3'] : []),
    ...(successorOf(place, now) ? ['GetNextCACert'] : []),
    'POSTPKIOperation',
    ...(config.authenticators.cert ? ['Renewal'] : []),
    ...(ciphers.includes('aes128-cbc') && hashes.includes('sha256') ? ['SCEPStandard'] : []),
    ...(hashes.includes('sha256') ? ['SHA-256'] : []),
    // Not registered, but strongSwan knows it, and before 5.9.9 it finds none of the others without it.
    ...(hashes.includes('sha384') ? ['SHA-384'] : []),
    ...(hashes.includes('sha512') ? ['SHA-512'] : []),
  ];
  return { type: 'text/plain', body: Buffer.from(`${said.join('\n')}\n`) };
}

/** GetCACert (RFC 8894 4.2): the issuer, with its chain unless the configuration says that it comes alone. */
export function authorityCertificates({ config, decider: { issuer } }: OpenPlace): PlainAnswer {
  const chain = config.restrictCaChainToIssuer
    ? [issuer]
    : [issuer, ...issuer.chain.filter(({ id }) => id !== issuer.id)];
  const [first, ...more] = chain.map(({ certificate }) => certificate.der);
  if (first !== undefined && more.length === 0) return { type: 'application/x-x509-ca-cert', body: first };
  return { type: 'application/x-x509-ca-ra-cert', body: certificatesOnly(chain.map((each) => each.certificate.der)) };
}

/**
 * The issuer that follows: one of the same name with another key that begins to be valid or will be used when this one ends. It is the one of a root that was
 * rotated (`root/rotate`), before `root/replace` makes it the default.
 */
function successorOf({ authority, decider: { issuer } }: OpenPlace, now: Date): AuthorityIssuer | undefined {
  const { certificate } = issuer;
  return authority
    .issuersNamed(certificate.subject.der)
    .filter(
      (each) =>
        each.id !== issuer.id &&
        each.certificate.notAfter > certificate.notAfter &&
        each.certificate.notAfter > now &&
        !each.certificate.publicKey.der.equals(certificate.publicKey.der) &&
        !each.revokedAt &&
        unfitIssuer(each) === undefined,
    )
    .toSorted((a, b) => b.certificate.notAfter.getTime() - a.certificate.notAfter.getTime())[0];
}

/** GetNextCACert (RFC 8894 4.7): signed by the issuer that is trusted already. @throws NOT_FOUND */
export async function nextAuthorityCertificate(place: OpenPlace, clock: Clock): Promise<PlainAnswer> {
  const successor = successorOf(place, clock.now());
  if (!successor) throw problem('NOT_FOUND', 'no issuer is known that follows this one');
  const { issuer } = place.decider;
  const chain = [successor, ...successor.chain.filter(({ id }) => id !== successor.id)];
  // RFC 8894 4.7.1: the certificates are those of the signed message, whose content is empty.
  const body = await signMessage(
    { content: undefined, contentType: contentOids.data, certificates: chain.map((each) => each.certificate.der) },
    { identifier: issuerAndSerial(issuer.certificate), signer: issuer.asyncSigner(), attributes: [] },
  );
  return { type: 'application/x-x509-next-ca-cert', body };
}
