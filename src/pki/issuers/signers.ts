import { isIssuedBy } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** Signatures that are verified for one certificate, each with another key: this is done while somebody waits. */
const mostVerified = 64;

/**
 * All of these that stand above one: whoever signed its certificate, whoever signed theirs, and so on, whatever chain an operator gave it. Where more keys have the
 * name of an issuer than are tried, those beyond count as having signed.
 */
export function signersAbove<Holder extends { readonly certificate: Certificate }>(
  one: Holder,
  all: readonly Holder[],
): readonly Holder[] {
  const named = new Map<string, Holder[]>();
  for (const each of all) {
    if (each === one) continue;
    const name = nameOf(each.certificate.subject);
    const same = named.get(name);
    if (same) same.push(each);
    else named.set(name, [each]);
  }
  const found: Holder[] = [];
  const below = [one];
  for (let each = below.pop(); each; each = below.pop()) {
    const name = nameOf(each.certificate.issuer);
    const signed = verdictsOn(each.certificate);
    // None is looked at again once it is found: thousands may have signed each other.
    const others: Holder[] = [];
    for (const candidate of named.get(name) ?? []) {
      if (!signed(candidate.certificate)) others.push(candidate);
      else {
        found.push(candidate);
        below.push(candidate);
      }
    }
    named.set(name, others);
  }
  return found;
}

const nameOf = ({ der }: Certificate['subject']): string => der.toString('latin1');

/** Whether an issuer has signed a certificate: verified once with each key and identifier. */
function verdictsOn(certificate: Certificate): (issuer: Certificate) => boolean {
  const verdicts = new Map<string, boolean>();
  return (issuer) => {
    const identifier = issuer.extensions.subjectKeyIdentifier?.toString('hex') ?? '';
    const key = `${identifier} ${issuer.publicKey.der.toString('latin1')}`;
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = verdicts.size >= mostVerified || isIssuedBy(certificate, issuer);
    verdicts.set(key, verdict);
    return verdict;
  };
}
