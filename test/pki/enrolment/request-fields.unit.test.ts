import { expect, test } from 'vitest';
import {
  askedFields,
  isRequestField,
  recordedFields,
  requestFields,
} from '../../../src/pki/enrolment/request-fields.js';
import { basicConstraints, encodePem, Name, subjectAltName } from '../../../src/pki/x509/index.js';
import { csr as csrWith } from '../policy/made.js';

const subject = Name.of({
  ...{ country: ['DE'], organization: ['Acme'], organizationalUnit: ['a', 'b'], locality: ['Ulm'] },
  ...{ province: ['BW'], streetAddress: ['1'], postalCode: ['89073'], commonName: 'a.example', serialNumber: '42' },
});
const extensions = [
  basicConstraints({ ca: false }),
  subjectAltName([
    { type: 'dns', value: 'b.example' },
    { type: 'email', value: 'c@example.com' },
    { type: 'ip', value: '192.0.2.1' },
    { type: 'uri', value: 'urn:x' },
    { type: 'otherName', oid: '1.2.3', value: 'v' },
  ]),
];

const expected = {
  ...{ common_name: 'a.example', alt_names: ['b.example', 'c@example.com'], ip_sans: ['192.0.2.1'] },
  ...{ uri_sans: ['urn:x'], other_sans: ['1.2.3;UTF8:v'], signature_bits: 0, use_pss: false },
  ...{ exclude_cn_from_sans: true, ou: ['a', 'b'], organization: ['Acme'], country: ['DE'], locality: ['Ulm'] },
  ...{ province: ['BW'], street_address: ['1'], postal_code: ['89073'], serial_number: '42' },
  ...{ key_type: 'ec', key_bits: 256, add_basic_constraints: true },
};

test('each field is read of a signing request', async () => {
  const csr = await csrWith({ subject, extensions });
  const { csr: pem, ...rest } = recordedFields(csr, requestFields);
  expect(rest).toEqual(expected);
  expect(pem).toBe(encodePem('CERTIFICATE REQUEST', csr.der).trimEnd());
  expect(askedFields(csr, ['common_name', 'alt_names'])).toEqual([
    { name: 'common_name', value: 'a.example' },
    { name: 'alt_names', value: ['b.example', 'c@example.com'] },
  ]);
});

test('a record has a bounded part of long ones', async () => {
  const names = Array.from({ length: 50 }, (_, at) => ({ type: 'dns' as const, value: `${at}.example` }));
  const csr = await csrWith({
    subject: Name.of({ commonName: 'a'.repeat(1_000) }),
    extensions: [subjectAltName(names)],
  });
  const { common_name: name, alt_names: alternatives } = recordedFields(csr, ['common_name', 'alt_names']);
  expect(name).toHaveLength(201);
  expect(alternatives).toHaveLength(20);
});

test('there are no other fields', () => {
  expect(['csr', 'key_bits'].every(isRequestField)).toBe(true);
  expect(['ttl', '__proto__', 'toString', ''].some(isRequestField)).toBe(false);
});
