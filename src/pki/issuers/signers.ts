import { isIssuedBy, isSelfSigned } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** Signatures that are verified for one response, while somebody waits. */
const mostVerified = 256;

interface Holding {
  readonly certificate: Certificate;
}

/**
 * Which of these are above one: the signer of its certificate, the signer of that one, and so on, independent of chains that operators set. A self-signed
 * certificate is the end of its path: nothing is above it. Among certificates with one subject and key, only this one is used, because a path that ends is
 * valid (RFC 5280 6.1). If more keys have the issuer's name than are tried, the remaining ones count as signers.
 */
export function signersAbove<Holder extends Holding>(one: Holder, all: readonly Holder[]): readonly Holder[] {
  const named = byNameAndKey(all.filter((each) => each !== one));
  const found: Holder[] = [];
  const below = [one];
  let left = mostVerified;
  for (let each = below.pop(); each; each = below.pop()) {
    const { certificate } = each;
    if (isSelfSigned(certificate)) continue;
    const keyed = named.get(nameOf(certificate.issuer)) ?? new Map<string, Alike<Holder>>();
    const signers: Holder[] = [];
    for (const [key, alike] of keyed) {
      left -= 1;
      if (left >= 0 && !isIssuedBy(certificate, alike[0].certificate)) continue;
      for (const signer of alike) signers.push(signer);
      // Each is examined only once: thousands may have signed each other.
      keyed.delete(key);
    }
    for (const signer of endsFirst(signers)) {
      found.push(signer);
      below.push(signer);
    }
  }
  return found;
}

/** With the same name, key and key identifier: what one of them signed, all have signed. */
type Alike<Holder> = [Holder, ...Holder[]];

function byNameAndKey<Holder extends Holding>(all: readonly Holder[]) {
  const named = new Map<string, Map<string, Alike<Holder>>>();
  for (const each of all) {
    const { subject, extensions } = each.certificate;
    const name = nameOf(subject);
    const keyed = named.get(name) ?? new Map<string, Alike<Holder>>();
    named.set(name, keyed);
    const key = `${extensions.subjectKeyIdentifier?.toString('hex') ?? ''} ${keyOf(each)}`;
    const alike = keyed.get(key);
    if (alike) alike.push(each);
    else keyed.set(key, [each]);
  }
  return named;
}

/** Among the signers with one name, each key is represented by its self-signed certificate; if there are several, by the latest. */
function endsFirst<Holder extends Holding>(signers: readonly Holder[]): readonly Holder[] {
  const ends = new Map<string, Holder>();
  for (const each of signers) {
    if (!isSelfSigned(each.certificate)) continue;
    const other = ends.get(keyOf(each));
    if (!other || other.certificate.notBefore <= each.certificate.notBefore) ends.set(keyOf(each), each);
  }
  return signers.filter((each) => (ends.get(keyOf(each)) ?? each) === each);
}

const nameOf = ({ der }: Certificate['subject']): string => der.toString('latin1');

const keyOf = ({ certificate }: Holding): string => certificate.publicKey.der.toString('latin1');
