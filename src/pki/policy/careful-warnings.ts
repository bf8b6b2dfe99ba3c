import { attributeOids, type GeneralName, type KeyUsage, type Name } from '../x509/index.js';
import { longestName } from './host-name.js';
import { quoted } from './rules.js';

/*
 * What a careful operator wants to know of a certificate that may be issued: clients may refuse it, although OpenBao and this service do not.
 */

/** Upper bounds of RFC 5280 appendix A.1, and for the attributes that it does not have of X.520 and RFC 4524: characters. */
const upperBounds: Readonly<Record<string, { readonly what: string; readonly most: number }>> = {
  [attributeOids.commonName]: { what: 'common name', most: 64 },
  [attributeOids.serialNumber]: { what: 'serial number', most: 64 },
  [attributeOids.organization]: { what: 'organization', most: 64 },
  [attributeOids.organizationalUnit]: { what: 'organizational unit', most: 64 },
  [attributeOids.locality]: { what: 'locality', most: 128 },
  [attributeOids.province]: { what: 'province', most: 128 },
  [attributeOids.streetAddress]: { what: 'street address', most: 128 },
  [attributeOids.postalCode]: { what: 'postal code', most: 40 },
  [attributeOids.emailAddress]: { what: 'email address', most: 255 },
  [attributeOids.userId]: { what: 'user id', most: 256 },
};

const lengthOf = (text: string): number => [...text].length;

function tooLong(what: string, value: string, most: number): string[] {
  const length = value.length <= most ? value.length : lengthOf(value);
  if (length <= most) return [];
  const begin = [...value.slice(0, 80)].slice(0, 40).join('');
  return [`the ${what} ${JSON.stringify(`${begin}…`)} has ${length} characters: clients may refuse more than ${most}`];
}

function attributeWarnings({ oid, value }: Name['rdns'][number][number]): string[] {
  if (oid === attributeOids.country)
    return /^[a-z]{2}$/i.test(value)
      ? []
      : [`the country ${JSON.stringify(quoted(value))} is not two letters (RFC 5280, X520countryName)`];
  const bound = upperBounds[oid];
  return bound === undefined ? [] : tooLong(bound.what, value, bound.most);
}

function alternativeWarnings(name: GeneralName): string[] {
  if (name.type === 'dns') return tooLong('DNS name', name.value, longestName);
  return name.type === 'email' ? tooLong('email address', name.value, 255) : [];
}

/** RFC 5280 4.2.1.3. */
function usageWarnings(usages: readonly KeyUsage[], isAuthority: boolean): string[] {
  const halves = [
    ['encipherOnly', 'EncipherOnly'],
    ['decipherOnly', 'DecipherOnly'],
  ] as const;
  return [
    ...(usages.includes('keyCertSign') && !isAuthority
      ? ['key usage CertSign is for CA certificates, and clients may refuse a certificate with it that is none']
      : []),
    ...halves
      .filter(([usage]) => usages.includes(usage) && !usages.includes('keyAgreement'))
      .map(([, name]) => `key usage ${name} means nothing without KeyAgreement`),
  ];
}

/** A warning is read by people. */
const mostWarnings = 10;

export interface Careful {
  readonly subject: Name;
  readonly names: readonly GeneralName[];
  readonly keyUsages: readonly KeyUsage[];
  readonly isAuthority: boolean;
}

export function carefulWarnings({ subject, names, keyUsages, isAuthority }: Careful): string[] {
  const found = [
    ...new Set([
      ...subject.rdns.flat().flatMap(attributeWarnings),
      ...names.flatMap(alternativeWarnings),
      ...usageWarnings(keyUsages, isAuthority),
    ]),
  ];
  const more = found.length - mostWarnings;
  return more > 0 ? [...found.slice(0, mostWarnings), `and ${more} more of this kind`] : found;
}
