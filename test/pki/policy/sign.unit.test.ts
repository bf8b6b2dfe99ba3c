import { describe, expect, test } from 'vitest';
import { basicConstraints, extension, Name, subjectAltName, type GeneralName } from '../../../src/pki/x509/index.js';
import { decideSign, readCsr, signFields } from '../../../src/pki/policy/index.js';
import { around, csr, csrPem, messages, parameters, planned, role, ruleOf, type LooseInput } from './made.js';
import type { KeyKind } from '../x509/authority.js';

const open = { allow_any_name: true, key_type: 'any' };
const sign = (input: LooseInput, request: LooseInput, from: Awaited<ReturnType<typeof csr>>) =>
  decideSign(role({ ...open, ...input }), parameters(signFields, request), from, around);

describe('the key of a signing request', () => {
  test.each<[LooseInput, KeyKind, string?]>([
    [{ key_type: 'rsa' }, 'rsa-2048'],
    [{ key_type: 'rsa' }, 'rsa-4096'],
    [{ key_type: 'rsa', key_bits: 3072 }, 'rsa-3072'],
    [
      { key_type: 'rsa', key_bits: 3072 },
      'rsa-2048',
      "role requires a minimum of a 3072-bit key, but CSR's key is 2048 bits",
    ],
    [{ key_type: 'rsa' }, 'ec-256', 'role requires keys of type rsa'],
    [{ key_type: 'rsa' }, 'ed25519', 'role requires keys of type rsa'],
    [{ key_type: 'ec' }, 'ec-256'],
    [{ key_type: 'ec' }, 'ec-521'],
    [{ key_type: 'ec' }, 'ec-224', "role requires a minimum of a 256-bit key, but CSR's key is 224 bits"],
    [{ key_type: 'ec', key_bits: 224 }, 'ec-224'],
    [
      { key_type: 'ec', key_bits: 384 },
      'ec-256',
      "role requires a minimum of a 384-bit key, but CSR's key is 256 bits",
    ],
    [{ key_type: 'ec' }, 'rsa-2048', 'role requires keys of type ec'],
    [{ key_type: 'ed25519' }, 'ed25519'],
    [{ key_type: 'ed25519' }, 'ec-256', 'role requires keys of type ed25519'],
    [{ key_type: 'any' }, 'rsa-2048'],
    [{ key_type: 'any' }, 'ec-224'],
    [{ key_type: 'any' }, 'ed25519'],
    [{ key_type: 'any', key_bits: 2048 }, 'ec-224'],
    [
      { key_type: 'any', key_bits: 4096 },
      'rsa-2048',
      "role requires a minimum of a 4096-bit key, but CSR's key is 2048 bits",
    ],
  ])('%j, %s: %s', async (input, key, message) => {
    const from = await csr({ key });
    const decision = sign(input, { common_name: 'a.test' }, from);
    expect(messages(decision)).toEqual(message === undefined ? [] : [message]);
    if (message === undefined) expect(planned(decision).key).toEqual({ given: from.publicKey });
  });

  test('RSA of 1024 bits is weak for every role', async () => {
    const from = await csr({ key: 'rsa-2048' });
    const weak = { ...from, publicKey: { ...from.publicKey, spec: { type: 'rsa', bits: 1024 } as const } };
    expect(messages(sign({}, { common_name: 'a.test' }, weak))).toEqual([
      'RSA keys < 2048 bits are unsafe and not supported',
    ]);
  });
});

const names: readonly GeneralName[] = [
  { type: 'dns', value: 'b.test' },
  { type: 'email', value: 'u@b.test' },
  { type: 'ip', value: '192.0.2.7' },
  { type: 'uri', value: 'urn:b' },
  { type: 'otherName', oid: '1.2.3', value: 'o' },
];
const subject = Name.of({ commonName: 'b.test', serialNumber: 'S1', userId: ['uid'], organization: ['Other'] });
const full = () => csr({ subject, extensions: [subjectAltName(names)] });
const lenient = { allowed_uri_sans: '*', allowed_other_sans: '*', allowed_serial_numbers: '*', allowed_user_ids: '*' };

describe('the names of a signing request', () => {
  test('are used, but only as far as the role says', async () => {
    const made = planned(
      sign(lenient, { common_name: 'a.test', alt_names: 'c.test', serial_number: 'S2' }, await full()),
    );
    expect(made.subject.toString()).toBe('UID=uid,SERIALNUMBER=S2,CN=b.test');
    expect(made.names).toEqual([names[0], names[1], names[4], names[2], names[3]]);
  });

  test('give way to the parameters where the role does not use them', async () => {
    const input = { ...lenient, use_csr_common_name: false, use_csr_sans: false, serial_number_source: 'json' };
    const made = planned(sign(input, { common_name: 'a.test', alt_names: 'c.test', user_ids: 'x' }, await full()));
    expect(made.subject.toString()).toBe('UID=x,CN=a.test');
    expect(made.names).toEqual([
      { type: 'dns', value: 'a.test' },
      { type: 'dns', value: 'c.test' },
    ]);
  });

  test('a common name beside the request serves where the request has none', async () => {
    expect(planned(sign({}, { common_name: 'a.test' }, await csr())).subject.toString()).toBe('CN=a.test');
    expect(ruleOf(sign({}, {}, await csr()))).toBe('common-name-required');
  });

  test('are refused like any other', async () => {
    const strict = { allow_any_name: false, allowed_domains: 'a.test', allow_ip_sans: false, allow_subdomains: true };
    expect(messages(sign(strict, {}, await full()))).toEqual([
      'common name b.test not allowed by this role',
      'serial_number S1 not allowed by this role',
      'subject alternate name b.test not allowed by this role',
      'email address u@b.test not allowed by this role',
      'other SAN OID 1.2.3 not allowed by this role',
      'IP Subject Alternative Names are not allowed in this role, but was provided via CSR',
      'URI Subject Alternative Names are not allowed in this role, but were provided via CSR',
      'user_id uid is not allowed by this role',
    ]);
    const uris = { ...lenient, allowed_uri_sans: 'urn:c' };
    expect(messages(sign(uris, {}, await full()))).toEqual([
      'URI Subject Alternative Names were provided via CSR which are not valid for this role',
    ]);
  });

  test.each<[GeneralName, string]>([
    [
      { type: 'directoryName', name: Name.of({ commonName: 'x' }) },
      'subject alternate name CN=x not allowed by this role',
    ],
    [{ type: 'registeredId', oid: '1.2.3' }, 'subject alternate name 1.2.3 not allowed by this role'],
    [
      { type: 'otherNameDer', oid: '1.2.3', der: Buffer.from([5, 0]) },
      'subject alternate name 1.2.3;DER:0500 not allowed by this role',
    ],
    [{ type: 'dns', value: 'a.test.' }, 'subject alternate name a.test. not allowed by this role'],
    [{ type: 'dns', value: '*.*.test' }, 'subject alternate name *.*.test not allowed by this role'],
  ])('of a kind that no role allows are refused: %j', async (name, message) => {
    const from = await csr({ extensions: [subjectAltName([name])] });
    expect(messages(sign(lenient, { common_name: 'a.test' }, from))).toEqual([message]);
  });
});

describe('the other extensions of a signing request', () => {
  test('are not taken over, and basic constraints are warned about', async () => {
    const from = await csr({ extensions: [basicConstraints({ ca: true }), extension('1.2.3.4', Buffer.from([5, 0]))] });
    const decision = sign({}, { common_name: 'a.test' }, from);
    expect(planned(decision).copied).toEqual([]);
    expect(planned(decision).basicConstraints).toBeUndefined();
    expect('warnings' in decision && decision.warnings).toEqual([
      'specified CSR contained a Basic Constraints extension that was ignored during issuance',
    ]);
    const said = sign({ basic_constraints_valid_for_non_ca: true }, { common_name: 'a.test' }, from);
    expect('warnings' in said && said.warnings).toEqual([]);
    expect(planned(said).basicConstraints).toEqual({ ca: false });
  });
});

describe('reading a signing request', () => {
  test('gives it', async () => {
    expect((await readCsr(await csrPem({ subject }))).csr?.subject.equals(subject)).toBe(true);
    const renamed = (await csrPem({ subject })).replaceAll('CERTIFICATE', 'NEW CERTIFICATE');
    expect((await readCsr(renamed)).csr).toBeDefined();
  });

  test.each<[string, (pem: string) => string, string]>([
    ['nothing', () => '', 'required-field'],
    ['spaces', () => ' \n', 'required-field'],
    ['no PEM', () => 'hello', 'csr-form'],
    ['another document', (pem) => pem.replaceAll('CERTIFICATE REQUEST', 'CERTIFICATE'), 'csr-form'],
    ['half of one', (pem) => pem.slice(0, pem.length / 2), 'csr-form'],
    ['no DER', () => '-----BEGIN CERTIFICATE REQUEST-----\naGVsbG8=\n-----END CERTIFICATE REQUEST-----\n', 'csr-form'],
    ['one that was changed', changed, 'csr-signature'],
  ])('%s is refused', async (_, change, rule) => {
    expect(ruleOf(await readCsr(change(await csrPem({ subject }))))).toBe(rule);
  });
});

/** The common name changed after signing. */
function changed(pem: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  der.write('c', der.indexOf('b.test'), 'latin1');
  return pem.replace(/-----\n[^-]+-----/, `-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----`);
}
