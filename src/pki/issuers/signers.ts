import { isIssuedBy, isSelfSigned } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** Signatures that are verified for one answer: this is done while somebody waits. */
const mostVerified = 256;

interface Holding {
  readonly certificate: Certificate;
}

/**
 * Those of these that stand above one: whoever signed its certificate, whoever signed theirs, and so on, whatever chain an operator gave it. A certificate that signed itself is the
 * end of its path: nothing is above it, and among those of one subject and key it alone is taken, for a path that ends is a good one (RFC 5280 6.1). Where more
 * keys have the names of issuers than are tried, those beyond count as having signed.
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
      // None is looked at again once it is found: thousands may have signed each other.
      keyed.delete(key);
    }
    for (const signer of endsFirst(signers)) {
      found.push(signer);
      below.push(signer);
    }
  }
  return found;
}

/** Of one name, key and key identifier: what one of them signed, all have. */
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

/** Of the signers of one name, each key's certificate that signed itself in the place of its others; of several such the one that was made last. */
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
