import { describe, expect, test } from 'vitest';
import {
  decideIntermediate,
  decideVerbatim,
  intermediateFields,
  verbatimFields,
} from '../../../src/pki/policy/index.js';
import {
  contextConstructed,
  contextPrimitive,
  encode,
  sequence,
  asciiString,
} from '../../../src/pki/x509/der-writer.js';
import { extension, extensionOids, Name, type Extension } from '../../../src/pki/x509/index.js';
import { around, csr, messages, parameters, type LooseInput } from './made.js';

const subject = Name.of({ commonName: 'CA' });
const asked = async (request: LooseInput) =>
  messages(decideIntermediate(parameters(intermediateFields, { common_name: 'CA', ...request }), await csr(), around));

// Go refuses a certificate with any of them (crypto/x509, parseNameConstraintsExtension), and Java most.
describe.each([
  ['uri', 'permitted_uri_domains', 'a host or domain', ['example.com', '.example.com', 'a-b.example']],
  ['email', 'excluded_email_addresses', 'a mailbox, host or domain', ['a.b@example.com', '.example.com', 'host']],
  ['dns', 'permitted_dns_domains', 'a domain', ['example.com', '.example.com', '_a.example.com']],
] as const)('constraints on %s', (kind, field, what, taken) => {
  const refused = {
    uri: [
      '10.0.0.1',
      '::1',
      '[::1]',
      'a_b.example',
      'https://example.com',
      'example.com.',
      'a..b',
      '..a',
      `${'a'.repeat(64)}.b`,
    ],
    email: [
      'a..b@example.com',
      'a@.example.com',
      '.a@example.com',
      'a.@example.com',
      'a@example.com.',
      'a@b@c',
      '@a.test',
      'a@',
    ],
    dns: ['a..b', '..a', 'example.com.', '*.example.com', `${'a'.repeat(64)}.b`, Array(64).fill('abc').join('.')],
  }[kind];

  test.each(taken)('%s is taken', async (value) => expect(await asked({ [field]: [value] })).toEqual([]));

  test.each(refused)('%s is refused', async (value) =>
    expect(await asked({ [field]: [value] })).toEqual([`${field}: ${JSON.stringify(value)} is not ${what}`]),
  );
});

const constraints = (side: number, ...bases: Buffer[]): Extension =>
  extension(
    extensionOids.nameConstraints,
    sequence(encode(contextConstructed(side), ...bases.map((base) => sequence(base)))),
  );
const text = (tag: number, value: string) => asciiString(contextPrimitive(tag), value);
const range = (hex: string) => encode(contextPrimitive(7), Buffer.from(hex, 'hex'));

describe('constraints of a signing request', () => {
  const both = async (made: Extension) => {
    const from = await csr({ subject, extensions: [made] });
    const values = parameters(intermediateFields, { use_csr_values: true });
    return [
      messages(decideIntermediate(values, from, around)),
      messages(decideVerbatim(undefined, parameters(verbatimFields, {}), from, around)),
    ];
  };

  test.each([
    ['a URI of an address', constraints(0, text(6, '10.0.0.1')), '"10.0.0.1" is not a host or domain'],
    ['two dots', constraints(1, text(1, 'a..b@example.com')), '"a..b@example.com" is not a mailbox, host or domain'],
    ['a domain after @', constraints(0, text(1, 'a@.b')), '"a@.b" is not a mailbox, host or domain'],
    ['a dot at the end', constraints(0, text(2, 'a.test'), text(2, 'a.')), '"a." is not a domain'],
    [
      'a mask with holes',
      constraints(0, range('0a000000ff00ff00')),
      '"0a000000ff00ff00" is not a range in CIDR notation',
    ],
  ])('%s is refused', async (_, made, message) => {
    const said = [`the name constraint ${message}`];
    expect(await both(made)).toEqual([said, said]);
  });

  test('none at all are refused', async () => {
    const none = extension(extensionOids.nameConstraints, Buffer.from([0x30, 0]));
    const said = ['the name constraints are empty'];
    expect(await both(none)).toEqual([said, said]);
  });

  test('those that clients read are kept, also the one of every name', async () => {
    const made = constraints(1, text(2, ''), text(6, '.example.com'), text(1, 'a.b@c.test'), range('0a000000ff000000'));
    expect(await both(made)).toEqual([[], []]);
  });

  test('are not looked at where the request has its own', async () => {
    const from = await csr({ subject, extensions: [constraints(0, text(6, '10.0.0.1'))] });
    const values = parameters(intermediateFields, { use_csr_values: true, permitted_uri_domains: 'a.test' });
    expect(decideIntermediate(values, from, around).broken).toBeUndefined();
  });
});
