import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  authorityKeyIdentifier,
  basicConstraints,
  keyIdentifierOf,
  keyUsage,
  Name,
  parseCertificate,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectKeyIdentifier,
} from '../../../src/pki/x509/index.js';
import {
  decideIntermediate,
  decideIssue,
  decideVerbatim,
  intermediateFields,
  issueFields,
  verbatimFields,
  type Decision,
  type FieldTable,
} from '../../../src/pki/policy/index.js';
import { certify, makeKey, type Holder } from '../x509/authority.js';
import { opensslFolder } from '../x509/openssl.js';
import { around, csr, issue, parameters, planned, role, parseParameters } from './made.js';
import { buildCertificate } from '../x509/built.js';

/** The certificate that a decision describes, with what the signer adds. */
async function make(decision: Decision, issuer: Holder): Promise<Holder> {
  const plan = planned(decision);
  const privateKey = await makeKey('ec-256');
  const publicKey = 'given' in plan.key ? plan.key.given : publicKeyInfoOf(privateKey);
  const content = { issuer: issuer.certificate.subject, subject: plan.subject, publicKey: publicKey.der };
  const identified = plan.extensions.some(({ oid }) => oid === '2.5.29.14');
  const der = buildCertificate(
    {
      ...content,
      serialNumber: randomSerialNumber(),
      notBefore: plan.notBefore,
      notAfter: plan.notAfter,
      extensions: [
        ...plan.extensions,
        ...(identified ? [] : [subjectKeyIdentifier(plan.subjectKeyIdentifier ?? keyIdentifierOf(publicKey.bits))]),
        authorityKeyIdentifier(keyIdentifierOf(issuer.publicKey.bits)),
      ],
    },
    issuer.signer,
  );
  const pem = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { ...issuer, certificate: parseCertificate(der), publicKey, pem };
}

test('what is decided becomes certificates that a strict verifier accepts', async () => {
  const at = { ...around, now: new Date() };
  const root = await certify({
    subject: Name.of({ commonName: 'Root' }),
    extensions: [basicConstraints({ ca: true, pathLength: 1 }), keyUsage(['keyCertSign', 'crlSign'])],
  });
  const issuing = {
    ...at,
    issuer: { notAfter: root.certificate.notAfter, leafNotAfterBehavior: 'truncate', pathLength: 1 },
  } as const;
  const below = {
    permitted_dns_domains: 'example.com',
    permitted_email_addresses: 'example.com',
    excluded_ip_ranges: '10.0.0.0/8',
  };
  const { put, tryOpenssl, openssl } = opensslFolder();
  put('root.pem', root.pem);
  const ca = await make(
    decideIntermediate(parameters(intermediateFields, { common_name: 'CA', ...below }), await csr(), issuing),
    root,
  );
  put('ca.pem', ca.pem);
  expect(tryOpenssl('verify', '-x509_strict', '-CAfile', 'root.pem', 'ca.pem').output).toContain('ca.pem: OK');
  expect(ca.certificate.extensions.basicConstraints).toEqual({ ca: true, pathLength: 0 });

  const rich = role({
    ...{ allowed_domains: 'example.com', allow_subdomains: true, require_cn: false, key_type: 'ec', ou: 'A' },
    ...{ policy_identifiers: [{ oid: '1.2.3', notice: 'n' }], basic_constraints_valid_for_non_ca: true },
  });
  const names = { alt_names: 'münchen.example.com,*.example.com,u@mail.example.com', ip_sans: '192.0.2.1' };
  const leaves = {
    'rich.pem': decideIssue(rich, issue({ common_name: 'a.example.com', ...names }), issuing),
    'nameless.pem': decideIssue(role({ ...{ allow_any_name: true, require_cn: false } }), issue(names), issuing),
    'verbatim.pem': decideVerbatim(
      undefined,
      parameters(verbatimFields, {}),
      await csr({ subject: Name.of({ commonName: 'v' }), extensions: [basicConstraints({ ca: false })] }),
      issuing,
    ),
  };
  for (const [file, decision] of Object.entries(leaves)) {
    put(
      file,
      (
        await make(decision, {
          ...root,
          ...ca,
          signer: root.signer,
          certificate: root.certificate,
          publicKey: root.publicKey,
        })
      ).pem,
    );
    expect(tryOpenssl('verify', '-x509_strict', '-CAfile', 'root.pem', file).output).toContain(`${file}: OK`);
  }
  const text = openssl('x509', '-in', 'rich.pem', '-noout', '-text');
  expect(text).toContain('DNS:a.example.com, DNS:xn--mnchen-3ya.example.com, DNS:*.example.com');
  expect(text).toContain('email:u@mail.example.com, IP Address:192.0.2.1');
  expect(text).toContain('Policy: 1.2.3');
});

test('whatever is sent, it is answered', async () => {
  const request = await csr({ subject: Name.of({ commonName: 'x' }) });
  const value = fc.oneof(
    fc.anything(),
    fc.string({ unit: 'binary' }),
    fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
    fc.constantFrom(
      'a.test',
      '*.a.test',
      'u@a.test',
      '1.2;UTF8:x',
      '::1',
      'urn:x',
      '2030-01-01T00:00:00Z',
      '1h',
      -1,
      'YQ==',
    ),
  );
  const input = (table: FieldTable) =>
    fc.dictionary(fc.constantFrom(...Object.values(table).map(({ name }) => name)), value);
  const lenient = role({
    allow_any_name: true,
    enforce_hostnames: false,
    require_cn: false,
    allowed_uri_sans: '*',
    allowed_other_sans: '*',
    allowed_serial_numbers: '*',
    allowed_user_ids: '*',
  });
  const answered = (decision: Decision) => {
    if (decision.broken) for (const { message } of decision.broken) expect(message).not.toBe('');
    else expect(decision.planned.notBefore < decision.planned.notAfter).toBe(true);
  };
  fc.assert(
    fc.property(input(issueFields), input(verbatimFields), input(intermediateFields), (first, second, third) => {
      const issued = parseParameters(issueFields, first);
      if (issued.request) for (const each of [lenient, role()]) answered(decideIssue(each, issued.request, around));
      const verbatim = parseParameters(verbatimFields, second);
      if (verbatim.request) answered(decideVerbatim(undefined, verbatim.request, request, around));
      const intermediate = parseParameters(intermediateFields, third);
      if (intermediate.request) answered(decideIntermediate(intermediate.request, request, around));
    }),
    { numRuns: 500 },
  );
});
