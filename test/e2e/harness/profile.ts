import type { Extension, X509Certificate } from '@peculiar/x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
} from '@peculiar/x509';

/** A certificate as another library reads it, as openssl lists its fields, and whose key signed it. */
export interface Examined {
  readonly certificate: X509Certificate;
  /** `openssl asn1parse`. */
  readonly fields: string;
  readonly signer: X509Certificate;
}

type Rule = readonly [rule: string, holds: (examined: Examined) => boolean];

const isAuthority = (certificate: X509Certificate) => certificate.getExtension(BasicConstraintsExtension)?.ca === true;
const isSelfSigned = ({ certificate, signer }: Examined) =>
  Buffer.from(certificate.rawData).equals(Buffer.from(signer.rawData));
const keyIdOf = (certificate: X509Certificate) => certificate.getExtension(SubjectKeyIdentifierExtension)?.keyId;
/** The bits of the usages; undefined where nothing is said. */
const usagesOf = (certificate: X509Certificate): number | undefined =>
  certificate.getExtension(KeyUsagesExtension)?.usages;
const certSign: number = KeyUsageFlags.keyCertSign;
const values = (certificate: X509Certificate, attribute: string) => certificate.subjectName.getField(attribute);

/** The extension with an identifier is there and of this criticality, or is not there. */
const critical =
  (oid: string, wanted: boolean) =>
  ({ certificate }: Examined) =>
    certificate.extensions.every((each: Extension) => each.type !== oid || each.critical === wanted);

const longest: Readonly<Record<string, number>> = { CN: 64, O: 64, OU: 64, L: 128, ST: 128, '2.5.4.5': 64 };

/** What RFC 5280 asks of a certificate of an authority that conforms to it, section by section. */
const rules: readonly Rule[] = [
  ['4.1.2.1 version 3', ({ fields }) => /^ .*cont \[ 0 \] *\n.*INTEGER +:02$/m.test(fields)],
  [
    '4.1.2.2 a positive serial number of at most 20 octets',
    ({ certificate: { serialNumber }, fields }) =>
      serialNumber.length <= 40 && /[1-9a-f]/.test(serialNumber) && !/INTEGER +:-/.test(fields),
  ],
  [
    '4.1.2.5 UTCTime up to 2049, GeneralizedTime from then on, to the second, in Z',
    ({ certificate, fields }) => {
      const [from, to, ...more] = [...fields.matchAll(/(UTCTIME|GENERALIZEDTIME) +:(\d+)Z$/gm)];
      const fits = (found: RegExpMatchArray | undefined, time: Date) =>
        found?.[1] === (time.getUTCFullYear() < 2050 ? 'UTCTIME' : 'GENERALIZEDTIME') &&
        found[2]?.length === (time.getUTCFullYear() < 2050 ? 12 : 14);
      return more.length === 0 && fits(from, certificate.notBefore) && fits(to, certificate.notAfter);
    },
  ],
  ['4.1.2.5 begins before it ends', ({ certificate }) => certificate.notBefore < certificate.notAfter],
  ['4.1.2.4 the issuer has a name', ({ certificate }) => certificate.issuer !== ''],
  [
    '4.1.2.4 the issuer is the subject of who signed',
    ({ certificate, signer }) => certificate.issuer === signer.subject,
  ],
  ['4.1.2.6 an authority has a name', ({ certificate }) => !isAuthority(certificate) || certificate.subject !== ''],
  [
    'appendix A: values no longer than their bounds',
    ({ certificate }) =>
      Object.entries(longest).every(([attribute, most]) =>
        values(certificate, attribute).every((value) => value.length <= most),
      ) && values(certificate, 'C').every((value) => value.length === 2),
  ],
  [
    'appendix A: countries and serial numbers are printable strings',
    ({ fields }) => !/OBJECT +:(?:countryName|serialNumber) *\n(?!.*PRINTABLESTRING)/.test(fields),
  ],
  [
    '4.2 no extension twice',
    ({ certificate: { extensions } }) => new Set(extensions.map(({ type }) => type)).size === extensions.length,
  ],
  [
    "4.2.1.1 names its signer's key, unless that is its own",
    (examined) =>
      isSelfSigned(examined) ||
      examined.certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId === keyIdOf(examined.signer),
  ],
  ['4.2.1.1 not critical', critical('2.5.29.35', false)],
  ['4.2.1.2 names its own key', ({ certificate }) => keyIdOf(certificate) !== undefined],
  ['4.2.1.2 not critical', critical('2.5.29.14', false)],
  [
    '4.2.1.3 an authority may sign certificates, nobody else may',
    ({ certificate }) => (((usagesOf(certificate) ?? 0) & certSign) !== 0) === isAuthority(certificate),
  ],
  [
    '4.2.1.3 usages, where there are any, some',
    ({ certificate }) => (usagesOf(certificate) ?? KeyUsageFlags.digitalSignature) > 0,
  ],
  ['4.2.1.3 critical', critical('2.5.29.15', true)],
  [
    '4.2.1.4 no policy twice',
    ({ certificate }) => {
      const policies = certificate.getExtension(CertificatePolicyExtension)?.policies ?? [];
      return new Set(policies).size === policies.length;
    },
  ],
  [
    '4.2.1.6 an alternative name, critical where there is no subject, and only there',
    ({ certificate }) => {
      const extension = certificate.getExtension(SubjectAlternativeNameExtension);
      if (!extension) return certificate.subject !== '';
      return extension.names.items.length > 0 && extension.critical === (certificate.subject === '');
    },
  ],
  [
    '4.2.1.6 names of hosts in ASCII, no longer than a host name',
    ({ certificate }) =>
      (certificate.getExtension(SubjectAlternativeNameExtension)?.names.items ?? []).every(
        ({ type, value }) => type !== 'dns' || /^(?:\*\.)?[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/.test(value),
      ),
  ],
  [
    '4.2.1.9 critical in an authority',
    ({ certificate }) =>
      !isAuthority(certificate) || certificate.getExtension(BasicConstraintsExtension)?.critical === true,
  ],
  [
    '4.2.1.9 a path length for authorities only',
    ({ certificate }) =>
      isAuthority(certificate) || certificate.getExtension(BasicConstraintsExtension)?.pathLength === undefined,
  ],
  ['4.2.1.10 critical', critical('2.5.29.30', true)],
  [
    '4.2.1.10 for authorities only',
    ({ certificate }) => isAuthority(certificate) || certificate.getExtension('2.5.29.30') === null,
  ],
  [
    '4.2.1.12 extended usages, where there are any, some, and none twice',
    ({ certificate }) => {
      const extension = certificate.getExtension(ExtendedKeyUsageExtension);
      return !extension || (extension.usages.length > 0 && new Set(extension.usages).size === extension.usages.length);
    },
  ],
  ['4.2.1.13 distribution points are not critical', critical('2.5.29.31', false)],
  ['4.2.1.15 freshest CRLs are not critical', critical('2.5.29.46', false)],
  ['4.2.2.1 access to information is not critical', critical('1.3.6.1.5.5.7.1.1', false)],
];

/** The rules that a certificate breaks. */
export const brokenRules = (examined: Examined): readonly string[] =>
  rules.filter(([, holds]) => !holds(examined)).map(([rule]) => rule);
