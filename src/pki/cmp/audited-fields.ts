import type { AuditDetails } from '../../identity/audit/target.js';
import type { CertificateRequest } from '../x509/index.js';
import { isAuditField } from './cmp-config.js';
import type { AuditFieldName, CmpConfig } from './cmp-config.js';

const mostNames = 50;
const longest = 500;
const shown = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const readers: Readonly<Record<AuditFieldName, (csr: CertificateRequest) => unknown>> = {
  csr: ({ der }) => (der.length > 4096 ? undefined : der.toString('base64')),
  common_name: ({ subject }) => subject.commonName,
  alt_names: (csr) => [...namesOf(csr, 'dns'), ...namesOf(csr, 'email')],
  ip_sans: (csr) => namesOf(csr, 'ip'),
  uri_sans: (csr) => namesOf(csr, 'uri'),
  other_sans: ({ extensions }) =>
    (extensions.subjectAltName ?? []).flatMap((name) =>
      name.type === 'otherName' ? [`${name.oid};UTF8:${name.value}`] : [],
    ),
  signature_bits: () => undefined,
  exclude_cn_from_sans: () => undefined,
  ou: ({ subject }) => subject.values('organizationalUnit'),
  organization: ({ subject }) => subject.values('organization'),
  country: ({ subject }) => subject.values('country'),
  locality: ({ subject }) => subject.values('locality'),
  province: ({ subject }) => subject.values('province'),
  street_address: ({ subject }) => subject.values('streetAddress'),
  postal_code: ({ subject }) => subject.values('postalCode'),
  serial_number: ({ subject }) => subject.values('serialNumber'),
  use_pss: () => undefined,
  key_type: ({ publicKey }) => publicKey.spec.type,
  key_bits: ({ publicKey: { spec } }) => ('bits' in spec ? spec.bits : undefined),
  add_basic_constraints: ({ extensions }) => extensions.basicConstraints !== undefined,
};

const namesOf = ({ extensions }: CertificateRequest, type: 'dns' | 'email' | 'ip' | 'uri'): readonly string[] =>
  (extensions.subjectAltName ?? []).flatMap((name) => (name.type === type ? [name.value] : []));

/** What of a request the configuration shows in its record. */
export function auditedFields({ auditFields }: CmpConfig, csr: CertificateRequest): AuditDetails {
  const details: Record<string, string | number | boolean | string[]> = {};
  for (const field of auditFields.filter(isAuditField)) {
    const value = readers[field](csr);
    if (Array.isArray(value)) {
      const texts = value.filter((each) => typeof each === 'string');
      if (texts.length > 0) details[field] = texts.slice(0, mostNames).map(shown);
    } else if (typeof value === 'string') details[field] = shown(value);
    else if (typeof value === 'number' || typeof value === 'boolean') details[field] = value;
  }
  return details;
}
