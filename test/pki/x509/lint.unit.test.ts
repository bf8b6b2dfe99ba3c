import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  buildCertificate,
  certificatePolicies,
  checkCertificate,
  createSigner,
  crlDistributionPoints,
  derivedKeyIdentifier,
  extension,
  extensionOids,
  extKeyUsage,
  extKeyUsageOids,
  freshestCrl,
  keyIdentifierOf,
  keyUsage,
  lintProfiles,
  lints,
  lintSeverities,
  Name,
  nameConstraints,
  parseCertificate,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
  subjectKeyIdentifier,
  type CertificateDraft,
  type CheckedCertificate,
  type DraftExtension,
  type Extension,
  type GeneralName,
  type NameParts,
} from '../../../src/pki/x509/index.js';
import { encode, oid, sequence, contextConstructed, contextPrimitive } from '../../../src/pki/x509/der-writer.js';

const issuer = Name.of({ commonName: 'Issuer' });
const begin = new Date('2026-11-01T00:00:00Z');
const days = (count: number) => new Date(begin.getTime() + count * 86_400_000 - 1000);
const dns = (value: string): GeneralName => ({ type: 'dns', value });
const named = (...names: GeneralName[]) => subjectAltName(names);
const a = (length: number) => 'a'.repeat(length);

/** What the forum wants of a server: no lint of any profile has anything against it. */
const server: CertificateDraft = {
  issuer,
  subject: Name.of({ commonName: 'shop.example.com' }),
  notBefore: begin,
  notAfter: days(199),
  key: { type: 'ec', bits: 256 },
  extensions: [
    basicConstraints({ ca: false }),
    keyUsage(['digitalSignature']),
    extKeyUsage([extKeyUsageOids.serverAuth]),
    named(dns('shop.example.com')),
    certificatePolicies([{ oid: '2.23.140.1.2.1' }]),
    authorityKeyIdentifier(Buffer.of(1)),
    authorityInfoAccess({ ocsp: [], caIssuers: ['http://ca.example.com/ca'] }),
    crlDistributionPoints(['http://ca.example.com/crl']),
    derivedKeyIdentifier,
  ],
};

const authority: CertificateDraft = {
  ...server,
  subject: Name.of({ commonName: 'Authority' }),
  extensions: [
    basicConstraints({ ca: true, pathLength: 0 }),
    keyUsage(['keyCertSign', 'crlSign']),
    nameConstraints({ permitted: { dns: ['example.com'] }, excluded: {} }),
    authorityKeyIdentifier(Buffer.of(1)),
    derivedKeyIdentifier,
  ],
};

type Change = (draft: CertificateDraft) => CertificateDraft;

const without =
  (type: string): Change =>
  (draft) => ({ ...draft, extensions: draft.extensions.filter((each) => each.oid !== type) });
const withExtension =
  (...more: DraftExtension[]): Change =>
  (draft) => ({
    ...draft,
    extensions: [...draft.extensions.filter((each) => more.every(({ oid: type }) => type !== each.oid)), ...more],
  });
const subject =
  (parts: NameParts): Change =>
  (draft) => ({ ...draft, subject: Name.of(parts) });
const both =
  (...changes: Change[]): Change =>
  (draft) =>
    changes.reduce((changed, change) => change(changed), draft);

/** The same extension with the other criticality. */
const flipped = (given: Extension): Extension => extension(given.oid, given.value, { critical: !given.critical });
const marked = (type: string, critical: boolean) => extension(type, sequence(), { critical });
const emailed = (value: string) => subject({ commonName: value });
const attribute =
  (type: string, value: string): Change =>
  (draft) => ({ ...draft, subject: Name.ofRdns([[{ oid: type, value }]]) });
const key =
  (spec: CertificateDraft['key']): Change =>
  (draft) => ({ ...draft, key: spec });

/** For each lint, what fails it: of a server, or of an authority. */
const failing: Readonly<Record<string, readonly Change[]>> = {
  e_subject_common_name_max_length: [emailed(a(65))],
  e_subject_dn_serial_number_max_length: [subject({ serialNumber: a(65) })],
  e_subject_organization_name_max_length: [subject({ organization: [a(65)] })],
  e_subject_organizational_unit_name_max_length: [subject({ organizationalUnit: [a(65)] })],
  e_subject_locality_name_max_length: [subject({ locality: [a(129)] })],
  e_subject_state_name_max_length: [subject({ province: [a(129)] })],
  w_subject_street_address_max_length: [subject({ streetAddress: [a(129)] })],
  w_subject_postal_code_max_length: [subject({ postalCode: [a(41)] })],
  e_subject_email_max_length: [attribute('1.2.840.113549.1.9.1', a(256))],
  w_subject_user_id_max_length: [subject({ userId: [a(257)] })],
  e_subject_country_not_two_letters: [subject({ country: ['DEU'] }), subject({ country: ['D1'] })],
  e_ext_san_dns_name_too_long: [withExtension(named(dns(`${`${a(60)}.`.repeat(4)}${a(10)}`)))],
  e_ext_san_rfc822_name_too_long: [withExtension(named({ type: 'email', value: `${a(250)}@b.test` }))],
  e_rfc_dnsname_label_too_long: [withExtension(named(dns(`${a(64)}.example.com`)))],
  e_rfc_dnsname_empty_label: [
    withExtension(named(dns('a..example.com'))),
    withExtension(named(dns('.example.com'))),
    withExtension(named(dns('example.com.'))),
  ],
  e_ext_san_rfc822_format_invalid: [
    withExtension(named({ type: 'email', value: 'nobody' })),
    withExtension(named({ type: 'email', value: 'Mail <a@example.com>' })),
  ],
  e_ext_san_uri_relative: [
    withExtension(named({ type: 'uri', value: '/path' })),
    withExtension(named({ type: 'uri', value: 'host.example.com' })),
  ],
  e_ext_key_usage_cert_sign_without_ca: [withExtension(keyUsage(['keyCertSign']))],
  w_key_usage_encipher_only_without_key_agreement: [withExtension(keyUsage(['encipherOnly']))],
  w_key_usage_decipher_only_without_key_agreement: [withExtension(keyUsage(['decipherOnly']))],
  e_validity_time_not_positive: [(draft) => ({ ...draft, notAfter: new Date(begin.getTime() - 1) })],
  e_issuer_field_empty: [(draft) => ({ ...draft, issuer: Name.empty })],
  e_ca_subject_field_empty: [subject({})],
  e_subject_empty_without_san: [both(subject({}), without(extensionOids.subjectAltName))],
  e_ext_san_not_critical_without_subject: [subject({})],
  w_ext_san_critical_with_subject_dn: [withExtension(flipped(named(dns('shop.example.com'))))],
  e_ext_name_constraints_not_in_ca: [withExtension(nameConstraints({ permitted: { dns: ['a'] }, excluded: {} }))],
  e_name_constraint_empty: [withExtension(extension(extensionOids.nameConstraints, sequence(), { critical: true }))],
  e_ext_name_constraints_not_critical: [
    withExtension(flipped(nameConstraints({ permitted: { dns: ['a'] }, excluded: {} }))),
  ],
  e_ext_key_usage_without_bits: [
    withExtension(extension(extensionOids.keyUsage, Buffer.of(0x03, 0x01, 0x00), { critical: true })),
  ],
  w_ext_key_usage_not_critical: [withExtension(flipped(keyUsage(['digitalSignature'])))],
  e_ca_key_usage_missing: [without(extensionOids.keyUsage)],
  e_ca_key_cert_sign_not_set: [withExtension(keyUsage(['crlSign']))],
  w_eku_critical_improperly: [withExtension(extKeyUsage([extKeyUsageOids.any], { critical: true }))],
  e_ext_unreadable: [
    withExtension(extension(extensionOids.keyUsage, Buffer.of(5, 0), { critical: true })),
    withExtension(extension(extensionOids.subjectAltName, sequence())),
  ],
  e_ext_duplicate_extension: [
    (draft) => ({ ...draft, extensions: [...draft.extensions, subjectKeyIdentifier(Buffer.of(1))] }),
  ],
  w_ext_critical_not_understood: [withExtension(marked('1.2.3', true))],
  e_path_len_constraint_improperly_included: [
    withExtension(extension(extensionOids.basicConstraints, sequence(Buffer.of(2, 1, 0)), { critical: true })),
  ],
  e_basic_constraints_not_critical: [withExtension(flipped(basicConstraints({ ca: true })))],
  e_ext_subject_key_identifier_missing_ca: [without(extensionOids.subjectKeyIdentifier)],
  w_ext_subject_key_identifier_missing_sub_cert: [without(extensionOids.subjectKeyIdentifier)],
  e_ext_subject_key_identifier_critical: [withExtension(flipped(subjectKeyIdentifier(Buffer.of(1))))],
  e_ext_authority_key_identifier_missing: [without(extensionOids.authorityKeyIdentifier)],
  e_ext_authority_key_identifier_no_key_identifier: [
    withExtension(extension(extensionOids.authorityKeyIdentifier, sequence(encode(contextPrimitive(2), Buffer.of(7))))),
  ],
  e_ext_authority_key_identifier_critical: [withExtension(flipped(authorityKeyIdentifier(Buffer.of(1))))],
  w_ext_ian_critical: [withExtension(flipped(extension(extensionOids.issuerAltName, named(dns('a')).value)))],
  w_ext_crl_distribution_marked_critical: [withExtension(flipped(crlDistributionPoints(['http://a.test'])))],
  e_ext_freshest_crl_marked_critical: [withExtension(flipped(freshestCrl(['http://a.test'])))],
  e_ext_aia_marked_critical: [withExtension(flipped(authorityInfoAccess({ ocsp: ['http://a'], caIssuers: [] })))],
  e_subject_info_access_marked_critical: [withExtension(marked('1.3.6.1.5.5.7.1.11', true))],
  e_sub_dir_attr_marked_critical: [withExtension(marked('2.5.29.9', true))],
  e_ext_policy_constraints_not_critical: [withExtension(marked('2.5.29.36', false))],
  e_inhibit_any_policy_not_critical: [withExtension(marked('2.5.29.54', false))],
  w_ext_policy_map_not_critical: [withExtension(marked('2.5.29.33', false))],
  e_policy_constraints_not_in_ca: [withExtension(marked('2.5.29.36', true))],
  e_inhibit_any_policy_not_in_ca: [withExtension(marked('2.5.29.54', true))],
  e_policy_mappings_not_in_ca: [withExtension(marked('2.5.29.33', true))],

  e_mldsa_key_usage_not_of_signatures: [
    both(key({ type: 'mldsa', bits: 65 }), withExtension(keyUsage(['digitalSignature', 'keyAgreement']))),
    both(key({ type: 'mldsa', bits: 44 }), withExtension(keyUsage(['keyEncipherment']))),
  ],

  e_ext_san_missing: [without(extensionOids.subjectAltName)],
  e_ext_san_other_name_present: [
    withExtension(named({ type: 'otherName', oid: '1.2.3', value: 'x' })),
    withExtension(named({ type: 'otherNameDer', oid: '1.2.3', der: oid('1.2.3') })),
  ],
  e_ext_san_rfc822_name_present: [withExtension(named({ type: 'email', value: 'a@example.com' }))],
  e_ext_san_uniform_resource_identifier_present: [withExtension(named({ type: 'uri', value: 'https://example.com' }))],
  e_ext_san_directory_name_present: [withExtension(named({ type: 'directoryName', name: issuer }))],
  e_ext_san_registered_id_present: [withExtension(named({ type: 'registeredId', oid: '1.2.3' }))],
  e_ext_san_edi_party_name_present: [withExtension(named({ type: 'unread', der: encode(contextConstructed(5)) }))],
  e_dnsname_bad_character_in_label: [
    withExtension(named(dns('sh!op.example.com'))),
    withExtension(named(dns('-shop.example.com'))),
  ],
  e_underscore_not_permissible_in_dnsname: [withExtension(named(dns('a_b.example.com')))],
  e_dnsname_wildcard_only_in_left_label: [withExtension(named(dns('a.*.example.com')))],
  e_dnsname_left_label_wildcard_correct: [
    withExtension(named(dns('a*.example.com'))),
    withExtension(named(dns('*a.example.com'))),
  ],
  e_dnsname_internal_name: [
    withExtension(named(dns('shop'))),
    withExtension(named(dns('shop.local'))),
    withExtension(named(dns('*.internal'))),
    withExtension(named(dns('192.0.2.1'))),
  ],
  e_ext_san_contains_reserved_ip: ['10.1.2.3', '127.0.0.1', '::1', 'fe80::1', '2001:db8::1', '::ffff:10.0.0.1'].map(
    (value) => withExtension(named({ type: 'ip', value })),
  ),
  e_extra_subject_common_names: [
    (draft) => ({
      ...draft,
      subject: Name.ofRdns([1, 2].map(() => [{ oid: '2.5.4.3', value: 'shop.example.com' }])),
    }),
  ],
  e_subject_common_name_not_exactly_from_san: [emailed('Shop.example.com')],
  e_organizational_unit_name_prohibited: [subject({ organizationalUnit: ['a'] })],
  e_sub_cert_country_name_must_appear: [subject({ organization: ['a'] })],
  e_cab_dv_subject_invalid_values: [subject({ country: ['DE'], organization: ['a'] })],
  e_cab_ov_requires_org: [withExtension(certificatePolicies([{ oid: '2.23.140.1.2.2' }]))],
  e_cab_iv_requires_personal_name: [withExtension(certificatePolicies([{ oid: '2.23.140.1.2.3' }]))],
  e_tls_server_cert_valid_time_too_long: [
    (draft) => ({ ...draft, notAfter: new Date(days(200).getTime() + 1000) }),
    (draft) => ({ ...draft, notBefore: new Date('2029-04-01T00:00:00Z'), notAfter: new Date('2029-05-19T00:00:00Z') }),
    (draft) => ({ ...draft, notBefore: new Date('2027-04-01T00:00:00Z'), notAfter: new Date('2027-07-11T00:00:00Z') }),
    (draft) => ({ ...draft, notBefore: new Date('2026-03-01T00:00:00Z'), notAfter: new Date('2027-04-04T00:00:00Z') }),
  ],
  e_rsa_mod_less_than_2048_bits: [key({ type: 'rsa', bits: 1024 })],
  e_rsa_mod_not_multiple_of_8_bits: [key({ type: 'rsa', bits: 2049 })],
  e_ec_improper_curves: [key({ type: 'ec', bits: 224 })],
  e_public_key_type_not_allowed: [key({ type: 'ed25519' })],
  e_sub_cert_key_usage_for_key_type: [
    withExtension(keyUsage(['digitalSignature', 'keyEncipherment'])),
    both(key({ type: 'rsa', bits: 2048 }), withExtension(keyUsage(['keyAgreement']))),
  ],
  e_sub_cert_eku_missing: [without(extensionOids.extKeyUsage)],
  e_sub_cert_eku_server_auth_missing: [withExtension(extKeyUsage([extKeyUsageOids.clientAuth]))],
  e_sub_cert_eku_prohibited: [
    withExtension(extKeyUsage([extKeyUsageOids.serverAuth, extKeyUsageOids.emailProtection])),
  ],
  w_sub_cert_eku_extra_values: [withExtension(extKeyUsage([extKeyUsageOids.serverAuth, '1.2.3']))],
  e_sub_cert_basic_constraints_not_critical: [withExtension(flipped(basicConstraints({ ca: false })))],
  e_sub_cert_certificate_policies_missing: [without(extensionOids.certificatePolicies)],
  e_sub_cert_policy_identifier_not_reserved: [
    withExtension(certificatePolicies([{ oid: '1.2.3' }])),
    withExtension(certificatePolicies([{ oid: '2.23.140.1.2.1' }, { oid: '2.23.140.1.2.2' }])),
  ],
  e_sub_cert_aia_missing: [without(extensionOids.authorityInfoAccess)],
  w_sub_cert_aia_does_not_contain_issuing_ca_url: [
    withExtension(authorityInfoAccess({ ocsp: ['http://a.test'], caIssuers: ['ldap://a.test'] })),
  ],
  e_sub_cert_no_revocation_address: [without(extensionOids.crlDistributionPoints)],
  e_sub_cert_crl_distribution_points_does_not_contain_url: [withExtension(crlDistributionPoints(['ldap://a.test']))],
};

const found = (draft: CertificateDraft) =>
  checkCertificate(draft, { profile: 'cabf-br', refuses: 'fatal' }).findings.map(({ lint }) => lint.id);

describe('lints', () => {
  test('have nothing against what each document wants', () => {
    expect(found(server)).toEqual([]);
    expect(found(authority)).toEqual([]);
    expect(found({ ...authority, issuer: authority.subject })).toEqual([]);
    // Short-lived: whoever has it need not ask whether it is revoked.
    const shortLived = { ...server, notAfter: days(7) };
    expect(found(without(extensionOids.crlDistributionPoints)(shortLived))).toEqual([]);
    expect(found(without(extensionOids.authorityKeyIdentifier)({ ...authority, issuer: authority.subject }))).toEqual(
      [],
    );
  });

  test.each(lints.map((lint) => [lint.id, lint] as const))('%s', (id, { about, profile, severity, source, says }) => {
    const base = about === 'authority' ? authority : server;
    const changes = failing[id] ?? [];
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) {
      const changed = change(id === 'e_name_constraint_empty' ? authority : base);
      expect(found(changed)).toContain(id);
      for (const refuses of lintSeverities) {
        const { checked, findings } = checkCertificate(changed, { profile, refuses });
        const finding = findings.find(({ lint }) => lint.id === id);
        expect(finding?.refuses).toBe(lintSeverities.indexOf(severity) >= lintSeverities.indexOf(refuses));
        expect(checked === undefined).toBe(findings.some((each) => each.refuses));
        expect(finding?.message).toMatch(/\S/);
      }
    }
    expect(source).toMatch(/^(?:RFC 5280|RFC 9881|CA\/Browser Forum TLS BR) [A\d]/);
    expect(says).toMatch(/^[A-Z].*[^.]$/);
    // zlint's letters.
    expect(id.startsWith('w_')).toBe(severity === 'warning');
  });

  test('have one identifier each, and only known profiles', () => {
    expect(new Set(lints.map(({ id }) => id)).size).toBe(lints.length);
    expect(Object.keys(failing).sort()).toEqual(lints.map(({ id }) => id).sort());
    expect(new Set(lints.map(({ profile }) => profile))).toEqual(new Set(lintProfiles));
  });

  test('of the forum are not applied unless they are asked for', () => {
    const draft = withExtension(named(dns('shop.local')))(server);
    expect(checkCertificate(draft).findings).toEqual([]);
    expect(checkCertificate(draft, { profile: 'cabf-br', refuses: 'error' }).checked).toBeUndefined();
  });

  test('count every value that is wrong', () => {
    const draft = subject({ organization: [a(65), a(66), 'a'], country: ['DEU'] })(server);
    expect(checkCertificate(draft).findings).toHaveLength(3);
    const names = withExtension(named(dns('a..b'), dns('c..d'), dns('e.f')))(server);
    expect(checkCertificate(names).findings.map(({ message }) => message)).toEqual([
      '"a..b" and 1 more: the DNS name has an empty label',
    ]);
  });

  test('look at what an extension says, whoever made it', () => {
    // As a signing request brings it: with the same octets, and another object.
    const copied = ({ oid: type, value, critical }: Extension) => extension(type, Buffer.from(value), { critical });
    for (const base of [server, authority]) {
      const extensions = base.extensions.map((each) => ('der' in each ? copied(each) : each));
      expect(found({ ...base, extensions })).toEqual([]);
    }
    const wrong = withExtension(copied(named(dns('a..b'))))(server);
    expect(found(wrong)).toContain('e_rfc_dnsname_empty_label');
  });
});

describe('signing takes what the check returned', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = publicKeyInfoOf(privateKey);
  const signer = createSigner(privateKey);
  const serialNumber = randomSerialNumber();

  test('and nothing else, whatever its type says', () => {
    // @ts-expect-error -- an object with the same properties is none that was checked
    const forged: CheckedCertificate = { draft: server };
    expect(() => buildCertificate(forged, { serialNumber, publicKey }, signer)).toThrow(TypeError);
  });

  test('a draft that a fatal lint refuses has no such thing', () => {
    const { checked, findings } = checkCertificate({ ...server, issuer: Name.empty });
    expect(checked).toBeUndefined();
    expect(findings.filter(({ refuses }) => refuses).map(({ lint }) => lint.id)).toEqual(['e_issuer_field_empty']);
  });

  test('whoever asked for the check cannot change what was checked', () => {
    const times = { notBefore: new Date(begin), notAfter: days(10) };
    const extensions = [...server.extensions];
    const { checked } = checkCertificate({ ...server, ...times, extensions });
    if (!checked) throw new Error('refused');
    times.notAfter.setFullYear(1990);
    extensions.length = 0;
    const read = parseCertificate(buildCertificate(checked, { serialNumber, publicKey }, signer));
    expect(read.notAfter).toEqual(days(10));
    expect(read.extensions.all).toHaveLength(server.extensions.length);
    expect(read.extensions.subjectKeyIdentifier).toEqual(keyIdentifierOf(publicKey.bits));
  });

  test('for a key of the kind that was checked', () => {
    const { checked } = checkCertificate({ ...server, key: { type: 'ec', bits: 384 } });
    if (!checked) throw new Error('refused');
    expect(() => buildCertificate(checked, { serialNumber, publicKey }, signer)).toThrow('of another kind');
  });

  test('and nothing else in the sources puts a signature under octets of its own', () => {
    const root = new URL('../../../src/', import.meta.url);
    const signing = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => /\bsignWith(?:Async)?\(|\bsigner\.sign\(/.test(readFileSync(new URL(file, root), 'utf8')))
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.startsWith('pki/'));
    expect(signing.sort()).toEqual([
      // Messages of CMP and CMS are no certificates: each is another structure, and says so in its first octets that are signed.
      'pki/cmp/replies.ts',
      'pki/x509/certificate-builder.ts',
      'pki/x509/cms/signed-data-writer.ts',
      'pki/x509/crl.ts',
      'pki/x509/ocsp-response.ts',
      'pki/x509/request.ts',
      'pki/x509/signer.ts',
    ]);
  });
});
