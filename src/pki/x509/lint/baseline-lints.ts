import { extKeyUsageOids, type KeyUsage } from '../basic-extensions.js';
import type { KeySpec } from '../key.js';
import { attributeOids, extensionOids } from '../oids.js';
import { baselineNames } from './baseline-names.js';
import { isCritical, type CertificateDraft, type LintedContent } from './content.js';
import { ofBaseline, type Lint } from './lint.js';

const day = 86_400_000;

/** 6.3.2: from when on which number of days is the most, the latest first. */
const longestValidity: readonly (readonly [from: number, days: number])[] = [
  [Date.UTC(2029, 2, 15), 47],
  [Date.UTC(2027, 2, 15), 100],
  [Date.UTC(2026, 2, 15), 200],
  [Date.UTC(2020, 8, 1), 398],
];
const mostDays = ({ notBefore }: CertificateDraft): number =>
  longestValidity.find(([from]) => notBefore.getTime() >= from)?.[1] ?? 825;

/** RFC 5280 4.1.2.5: the first and the last second belong to the validity. */
const lifetime = ({ notBefore, notAfter }: CertificateDraft): number => notAfter.getTime() - notBefore.getTime() + 1000;

/** 1.6.1: such a certificate need not say where its revocation is published. */
const isShortLived = (draft: CertificateDraft): boolean =>
  lifetime(draft) <= (draft.notBefore.getTime() >= Date.UTC(2026, 2, 15) ? 7 : 10) * day;

/** 7.1.2.7.9: what was validated. */
const reservedPolicies = {
  domain: '2.23.140.1.2.1',
  organization: '2.23.140.1.2.2',
  individual: '2.23.140.1.2.3',
  extended: '2.23.140.1.1',
} as const;
const reserved: readonly string[] = Object.values(reservedPolicies);

const isUnder = ({ policies }: LintedContent, policy: keyof typeof reservedPolicies): boolean =>
  policies?.some(({ oid }) => oid === reservedPolicies[policy]) === true;

/** 7.1.2.7.11: what a key may be for, by its type. */
const usagesOf: Readonly<Record<KeySpec['type'], readonly KeyUsage[]>> = {
  rsa: ['digitalSignature', 'keyEncipherment', 'dataEncipherment'],
  ec: ['digitalSignature', 'keyAgreement'],
  ed25519: ['digitalSignature'],
  mldsa: ['digitalSignature'],
};

const prohibitedPurposes = [
  ...[extKeyUsageOids.codeSigning, extKeyUsageOids.emailProtection, extKeyUsageOids.timeStamping],
  ...[extKeyUsageOids.ocspSigning, extKeyUsageOids.any],
] as const;

const isHttp = (address: string): boolean => /^http:\/\//i.test(address);

const leaf = { severity: 'error', about: 'leaf' } as const;

/** The rules of the CA/Browser Forum for certificates of TLS servers, as far as a certificate shows whether it keeps them. */
export const baselineLints: readonly Lint[] = [
  ...baselineNames,
  ...ofBaseline('subject', [
    {
      id: 'e_cab_dv_subject_invalid_values',
      section: '7.1.2.7.2',
      ...leaf,
      says: 'Under the policy for domains (2.23.140.1.2.1), the subject has a country and a common name at most',
      fault: (content) =>
        isUnder(content, 'domain') &&
        content.subject.rdns
          .flat()
          .some(({ oid }) => oid !== attributeOids.country && oid !== attributeOids.commonName) &&
        'the policy is that only domains are validated, and the subject has more than country and common name',
    },
    {
      id: 'e_cab_ov_requires_org',
      section: '7.1.2.7.4',
      ...leaf,
      says: 'Under the policy for organizations (2.23.140.1.2.2), the subject has an organization',
      fault: (content) =>
        isUnder(content, 'organization') &&
        content.subject.values('organization').length === 0 &&
        'the policy is that organizations are validated, and the subject has none',
    },
    {
      id: 'e_cab_iv_requires_personal_name',
      section: '7.1.2.7.3',
      ...leaf,
      says: 'Under the policy for individuals (2.23.140.1.2.3), the subject has a surname and a given name',
      fault: (content) =>
        isUnder(content, 'individual') &&
        (['surname', 'givenName'] as const).some((part) => content.subject.values(part).length === 0) &&
        'the policy is that individuals are validated, and the subject lacks a surname or a given name',
    },
  ]),
  ...ofBaseline('validity', [
    {
      id: 'e_tls_server_cert_valid_time_too_long',
      section: '6.3.2',
      ...leaf,
      says: 'A certificate is valid for at most 200 days if it begins from 2026-03-15 on, 100 from 2027-03-15, 47 from 2029-03-15',
      fault: ({ draft }) =>
        lifetime(draft) > mostDays(draft) * day && `the certificate is valid for more than ${mostDays(draft)} days`,
    },
  ]),
  ...ofBaseline('key', [
    {
      id: 'e_rsa_mod_less_than_2048_bits',
      section: '6.1.5',
      ...leaf,
      says: 'An RSA key has at least 2048 bits',
      fault: ({ draft: { key } }) => key.type === 'rsa' && key.bits < 2048 && `the RSA key has ${key.bits} bits`,
    },
    {
      id: 'e_rsa_mod_not_multiple_of_8_bits',
      section: '6.1.5',
      ...leaf,
      says: 'The bits of an RSA key are a multiple of 8',
      fault: ({ draft: { key } }) => key.type === 'rsa' && key.bits % 8 !== 0 && `the RSA key has ${key.bits} bits`,
    },
    {
      id: 'e_ec_improper_curves',
      section: '6.1.5',
      ...leaf,
      says: 'An EC key is on P-256, P-384 or P-521',
      fault: ({ draft: { key } }) => key.type === 'ec' && key.bits === 224 && 'the EC key is on P-224',
    },
    {
      id: 'e_public_key_type_not_allowed',
      section: '7.1.3.1',
      ...leaf,
      says: 'A key is of RSA or EC',
      fault: ({ draft: { key } }) => key.type !== 'rsa' && key.type !== 'ec' && `the key is of ${key.type}`,
    },
  ]),
  ...ofBaseline('usages', [
    {
      id: 'e_sub_cert_key_usage_for_key_type',
      section: '7.1.2.7.11',
      ...leaf,
      says: 'Key usages are DigitalSignature, KeyEncipherment and DataEncipherment of RSA keys, DigitalSignature and KeyAgreement of EC keys',
      fault: ({ keyUsages, draft: { key } }) => {
        const more = keyUsages?.filter((usage) => !usagesOf[key.type].includes(usage)) ?? [];
        return more.length > 0 && `a key of ${key.type} is not for ${more.join(', ')}`;
      },
    },
    {
      id: 'e_sub_cert_eku_missing',
      section: '7.1.2.7.6',
      ...leaf,
      says: 'A certificate has extended key usages',
      fault: ({ extKeyUsages }) => extKeyUsages === undefined && 'there are no extended key usages',
    },
    {
      id: 'e_sub_cert_eku_server_auth_missing',
      section: '7.1.2.7.10',
      ...leaf,
      says: 'Extended key usages include ServerAuth',
      fault: ({ extKeyUsages }) =>
        extKeyUsages?.includes(extKeyUsageOids.serverAuth) === false && 'the extended key usages lack ServerAuth',
    },
    {
      id: 'e_sub_cert_eku_prohibited',
      section: '7.1.2.7.10',
      ...leaf,
      says: 'Extended key usages are none of CodeSigning, EmailProtection, TimeStamping, OcspSigning, Any',
      fault: ({ extKeyUsages }) => {
        const found = prohibitedPurposes.filter((purpose) => extKeyUsages?.includes(purpose) === true);
        return found.length > 0 && `the extended key usages include ${found.join(', ')}`;
      },
    },
    {
      id: 'w_sub_cert_eku_extra_values',
      section: '7.1.2.7.10',
      severity: 'warning',
      about: 'leaf',
      says: 'Extended key usages are ServerAuth and ClientAuth only',
      fault: ({ extKeyUsages }) => {
        const known: readonly string[] = [
          extKeyUsageOids.serverAuth,
          extKeyUsageOids.clientAuth,
          ...prohibitedPurposes,
        ];
        const more = extKeyUsages?.filter((purpose) => !known.includes(purpose)) ?? [];
        return more.length > 0 && `the extended key usages include ${more.slice(0, 5).join(', ')}`;
      },
    },
  ]),
  ...ofBaseline('extensions', [
    {
      id: 'e_sub_cert_basic_constraints_not_critical',
      section: '7.1.2.7.6',
      ...leaf,
      says: 'Basic constraints are critical, if there are any',
      fault: (content) =>
        content.byOid.has(extensionOids.basicConstraints) &&
        !isCritical(content, extensionOids.basicConstraints) &&
        'the basic constraints are not critical',
    },
    {
      id: 'e_sub_cert_certificate_policies_missing',
      section: '7.1.2.7.6',
      ...leaf,
      says: 'A certificate has certificate policies',
      fault: ({ policies }) => policies === undefined && 'there are no certificate policies',
    },
    {
      id: 'e_sub_cert_policy_identifier_not_reserved',
      section: '7.1.2.7.9',
      ...leaf,
      says: 'One certificate policy is of those that the forum reserves for what was validated',
      fault: ({ policies }) =>
        policies !== undefined &&
        policies.filter(({ oid }) => reserved.includes(oid)).length !== 1 &&
        'not one of the certificate policies says what was validated',
    },
    {
      id: 'e_sub_cert_aia_missing',
      section: '7.1.2.7.7',
      ...leaf,
      says: 'A certificate has authority information access',
      fault: ({ authorityInfoAccess }) =>
        authorityInfoAccess === undefined && 'there is no authority information access',
    },
    {
      id: 'w_sub_cert_aia_does_not_contain_issuing_ca_url',
      section: '7.1.2.7.7',
      severity: 'warning',
      about: 'leaf',
      says: 'Authority information access has an HTTP address of the issuer',
      fault: ({ authorityInfoAccess }) =>
        authorityInfoAccess !== undefined &&
        !authorityInfoAccess.caIssuers.some(isHttp) &&
        'the authority information access has no HTTP address of the issuer',
    },
    {
      id: 'e_sub_cert_no_revocation_address',
      section: '7.1.2.11.2',
      ...leaf,
      says: 'A certificate that is valid for more than 7 days has an address of its CRL or of an OCSP responder',
      fault: ({ draft, crlDistributionPoints, authorityInfoAccess }) =>
        !isShortLived(draft) &&
        crlDistributionPoints === undefined &&
        (authorityInfoAccess?.ocsp.length ?? 0) === 0 &&
        'there is neither an address of a CRL nor one of an OCSP responder',
    },
    {
      id: 'e_sub_cert_crl_distribution_points_does_not_contain_url',
      section: '7.1.2.11.2',
      ...leaf,
      says: 'CRL distribution points have an HTTP address',
      fault: ({ crlDistributionPoints }) =>
        crlDistributionPoints !== undefined &&
        !crlDistributionPoints.some(isHttp) &&
        'the CRL distribution points have no HTTP address',
    },
  ]),
];
