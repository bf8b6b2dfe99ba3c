import { extKeyUsageOids } from '../basic-extensions.js';
import { extensionOids } from '../oids.js';
import { isCritical } from './content.js';
import { ofRfc5280, type Lint, type LintRow, type LintSeverity } from './lint.js';

/** Extensions that are never written here, but copied from signing requests. */
const copiedOids = {
  subjectDirectoryAttributes: '2.5.29.9',
  policyMappings: '2.5.29.33',
  policyConstraints: '2.5.29.36',
  inhibitAnyPolicy: '2.5.29.54',
  subjectInfoAccess: '1.3.6.1.5.5.7.1.11',
} as const;

/** RFC 5280 4.2: what a client must be able to process, or usually can. */
const understood: ReadonlySet<string> = new Set([
  ...[extensionOids.keyUsage, extensionOids.certificatePolicies, extensionOids.subjectAltName],
  ...[extensionOids.basicConstraints, extensionOids.nameConstraints, extensionOids.extKeyUsage],
  ...[copiedOids.policyConstraints, copiedOids.inhibitAnyPolicy, copiedOids.policyMappings],
]);

const row = (id: string, severity: LintSeverity, section: string, says: string) =>
  ({ id, severity, section, says }) as const;

const every = { about: 'every' } as const;
const authority = { about: 'authority' } as const;
const leaf = { about: 'leaf' } as const;

/** An extension that must not be critical, or should not. */
const notCritical = (
  id: string,
  section: string,
  oid: string,
  what: string,
  severity: LintSeverity = 'error',
): LintRow => ({
  ...row(id, severity, section, `The ${what} extension is not critical`),
  ...every,
  fault: (content) => isCritical(content, oid) && `${what} is critical`,
});

/** An extension that must be critical, or should be. */
const critical = (
  id: string,
  section: string,
  oid: string,
  what: string,
  severity: LintSeverity = 'error',
): LintRow => ({
  ...row(id, severity, section, `The ${what} extension is critical`),
  ...every,
  fault: (content) => content.byOid.has(oid) && !isCritical(content, oid) && `${what} is not critical`,
});

/** An extension that only CA certificates have. */
const ofAuthorities = (id: string, section: string, oid: string, what: string): LintRow => ({
  ...row(id, 'error', section, `Only CA certificates have the ${what} extension`),
  ...leaf,
  fault: (content) => content.byOid.has(oid) && `${what} is for CA certificates, and this is none`,
});

/** How the parts of a certificate fit together. */
export const extensionLints: readonly Lint[] = [
  ...ofRfc5280('validity', [
    {
      ...row('e_validity_time_not_positive', 'fatal', '4.1.2.5', 'The validity does not end before it begins'),
      ...every,
      fault: ({ draft }) => draft.notAfter < draft.notBefore && 'the validity ends before it begins',
    },
  ]),
  ...ofRfc5280('subject', [
    {
      ...row('e_issuer_field_empty', 'fatal', '4.1.2.4', 'The issuer has a name'),
      ...every,
      fault: ({ draft }) => draft.issuer.isEmpty && 'the issuer has no name',
    },
    {
      ...row('e_ca_subject_field_empty', 'error', '4.1.2.6', 'A CA certificate has a subject'),
      ...authority,
      fault: ({ subject }) => subject.isEmpty && 'the CA certificate has no subject',
    },
    {
      ...row('e_subject_empty_without_san', 'error', '4.2.1.6', 'A certificate has a subject or alternative names'),
      ...leaf,
      fault: ({ subject, names }) =>
        subject.isEmpty && names === undefined && 'the certificate has neither a subject nor alternative names',
    },
  ]),
  ...ofRfc5280('names', [
    {
      ...row(
        'e_ext_san_not_critical_without_subject',
        'error',
        '4.2.1.6',
        'Without a subject, the alternative names are critical',
      ),
      ...every,
      fault: (content) =>
        content.subject.isEmpty &&
        content.names !== undefined &&
        !isCritical(content, extensionOids.subjectAltName) &&
        'the alternative names are not critical, though there is no subject',
    },
    {
      ...row(
        'w_ext_san_critical_with_subject_dn',
        'warning',
        '4.2.1.6',
        'With a subject, the alternative names are not critical',
      ),
      ...every,
      fault: (content) =>
        !content.subject.isEmpty &&
        isCritical(content, extensionOids.subjectAltName) &&
        'the alternative names are critical, though there is a subject',
    },
    {
      ...row('e_ext_name_constraints_not_in_ca', 'error', '4.2.1.10', 'Only CA certificates have name constraints'),
      ...leaf,
      fault: ({ nameConstraints }) =>
        nameConstraints !== undefined && 'name constraints are for CA certificates, and this is none',
    },
    {
      ...row('e_name_constraint_empty', 'error', '4.2.1.10', 'Name constraints permit or exclude something'),
      ...every,
      fault: ({ nameConstraints }) =>
        nameConstraints !== undefined &&
        [nameConstraints.permitted, nameConstraints.excluded].every((side) =>
          [side.dns, side.ip, side.email, side.uri, side.directory, side.unread].every(({ length }) => length === 0),
        ) &&
        'the name constraints constrain nothing',
    },
    critical('e_ext_name_constraints_not_critical', '4.2.1.10', extensionOids.nameConstraints, 'name constraints'),
  ]),
  ...ofRfc5280('usages', [
    {
      ...row('e_ext_key_usage_without_bits', 'error', '4.2.1.3', 'A key usage extension has at least one usage'),
      ...every,
      fault: ({ keyUsages }) => keyUsages?.length === 0 && 'the key usage extension has no usage',
    },
    critical('w_ext_key_usage_not_critical', '4.2.1.3', extensionOids.keyUsage, 'key usage', 'warning'),
    {
      ...row('e_ca_key_usage_missing', 'error', '4.2.1.3', 'A CA certificate has a key usage extension'),
      ...authority,
      fault: ({ keyUsages }) => keyUsages === undefined && 'the CA certificate has no key usage extension',
    },
    {
      ...row('e_ca_key_cert_sign_not_set', 'error', '4.2.1.9', 'A CA certificate allows its key to sign certificates'),
      ...authority,
      fault: ({ keyUsages }) =>
        keyUsages?.includes('keyCertSign') === false && 'the key usage of the CA certificate lacks CertSign',
    },
    {
      ...row(
        'w_eku_critical_improperly',
        'warning',
        '4.2.1.12',
        'Extended key usages that include any usage are not critical',
      ),
      ...every,
      fault: (content) =>
        content.extKeyUsages?.includes(extKeyUsageOids.any) === true &&
        isCritical(content, extensionOids.extKeyUsage) &&
        'the extended key usages are critical, though they include any usage',
    },
  ]),
  ...ofRfc5280('extensions', [
    {
      ...row('e_ext_unreadable', 'fatal', '4.2', 'Extensions that RFC 5280 defines have the form that it gives them'),
      ...every,
      fault: ({ unreadable }) => unreadable,
    },
    {
      ...row('e_ext_duplicate_extension', 'fatal', '4.2', 'A certificate has each extension once'),
      ...every,
      fault: ({ hasTwice, draft: { extensions } }) => {
        const twice = hasTwice
          ? extensions.find(({ oid }, at) => extensions.findIndex((other) => other.oid === oid) < at)
          : undefined;
        return twice && `the extension ${twice.oid} is there twice`;
      },
    },
    {
      ...row('w_ext_critical_not_understood', 'warning', '4.2', 'Critical extensions are those that clients know'),
      ...every,
      fault: ({ draft: { extensions } }) => {
        const found = extensions.find(({ oid, critical: marked }) => marked && !understood.has(oid));
        return found && `the extension ${found.oid} is critical: clients that do not know it refuse the certificate`;
      },
    },
    {
      ...row(
        'e_path_len_constraint_improperly_included',
        'fatal',
        '4.2.1.9',
        'Only CA certificates have a path length',
      ),
      ...leaf,
      fault: ({ basicConstraints }) =>
        basicConstraints?.pathLength !== undefined && 'there is a path length, and the certificate is of no CA',
    },
    {
      ...row(
        'e_basic_constraints_not_critical',
        'error',
        '4.2.1.9',
        'The basic constraints of a CA certificate are critical',
      ),
      ...authority,
      fault: (content) =>
        !isCritical(content, extensionOids.basicConstraints) &&
        'the basic constraints of the CA certificate are not critical',
    },
    {
      ...row(
        'e_ext_subject_key_identifier_missing_ca',
        'error',
        '4.2.1.2',
        'A CA certificate has a subject key identifier',
      ),
      ...authority,
      fault: ({ byOid }) =>
        !byOid.has(extensionOids.subjectKeyIdentifier) && 'the CA certificate has no subject key identifier',
    },
    {
      ...row(
        'w_ext_subject_key_identifier_missing_sub_cert',
        'warning',
        '4.2.1.2',
        'A leaf certificate has a subject key identifier',
      ),
      ...leaf,
      fault: ({ byOid }) => !byOid.has(extensionOids.subjectKeyIdentifier) && 'there is no subject key identifier',
    },
    notCritical(
      'e_ext_subject_key_identifier_critical',
      '4.2.1.2',
      extensionOids.subjectKeyIdentifier,
      'subject key identifier',
    ),
    {
      ...row(
        'e_ext_authority_key_identifier_missing',
        'error',
        '4.2.1.1',
        'A certificate of another issuer has an authority key identifier',
      ),
      ...every,
      fault: ({ isSelfIssued, byOid }) =>
        !isSelfIssued && !byOid.has(extensionOids.authorityKeyIdentifier) && 'there is no authority key identifier',
    },
    {
      ...row(
        'e_ext_authority_key_identifier_no_key_identifier',
        'error',
        '4.2.1.1',
        'An authority key identifier names a key',
      ),
      ...every,
      fault: ({ authorityKeyIdentifier: id }) =>
        id !== undefined && id.keyIdentifier === undefined && 'the authority key identifier names no key',
    },
    notCritical(
      'e_ext_authority_key_identifier_critical',
      '4.2.1.1',
      extensionOids.authorityKeyIdentifier,
      'authority key identifier',
    ),
    notCritical('w_ext_ian_critical', '4.2.1.7', extensionOids.issuerAltName, 'issuer alternative name', 'warning'),
    notCritical(
      'w_ext_crl_distribution_marked_critical',
      '4.2.1.13',
      extensionOids.crlDistributionPoints,
      'CRL distribution points',
      'warning',
    ),
    notCritical('e_ext_freshest_crl_marked_critical', '4.2.1.15', extensionOids.freshestCrl, 'freshest CRL'),
    notCritical(
      'e_ext_aia_marked_critical',
      '4.2.2.1',
      extensionOids.authorityInfoAccess,
      'authority information access',
    ),
    notCritical(
      'e_subject_info_access_marked_critical',
      '4.2.2.2',
      copiedOids.subjectInfoAccess,
      'subject information access',
    ),
    notCritical(
      'e_sub_dir_attr_marked_critical',
      '4.2.1.8',
      copiedOids.subjectDirectoryAttributes,
      'subject directory attributes',
    ),
    critical('e_ext_policy_constraints_not_critical', '4.2.1.11', copiedOids.policyConstraints, 'policy constraints'),
    critical('e_inhibit_any_policy_not_critical', '4.2.1.14', copiedOids.inhibitAnyPolicy, 'inhibit anyPolicy'),
    critical('w_ext_policy_map_not_critical', '4.2.1.5', copiedOids.policyMappings, 'policy mappings', 'warning'),
    ofAuthorities('e_policy_constraints_not_in_ca', '4.2.1.11', copiedOids.policyConstraints, 'policy constraints'),
    ofAuthorities('e_inhibit_any_policy_not_in_ca', '4.2.1.14', copiedOids.inhibitAnyPolicy, 'inhibit anyPolicy'),
    ofAuthorities('e_policy_mappings_not_in_ca', '4.2.1.5', copiedOids.policyMappings, 'policy mappings'),
  ]),
];
