import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  certificateOf,
  certificatesOnly,
  decryptMessage,
  encryptMessage,
  issuerAndSerial,
  parseEnvelopedData,
  parseSignedData,
  recipientOf,
  signMessage,
  strongCiphers,
  verifySigner,
} from '../../../../src/pki/x509/cms/index.js';
import { readBer } from '../../../../src/pki/x509/cms/ber.js';
import { createAsyncSigner, X509Error } from '../../../../src/pki/x509/index.js';
import { encode, integer, octetString, oid, sequence } from '../../../../src/pki/x509/der-writer.js';
import { certify, certifyAuthority } from '../authority.js';
import { countOf, edit, putTogether, replaceAt, takeApart, treeEdit, where } from '../edits.js';

const issuer = await certifyAuthority();
const [rsa, ec] = [await certify({ key: 'rsa-2048', issuer }), await certify({ issuer })];
const content = Buffer.from('content');
const signed = await signMessage(
  { content, certificates: [ec.certificate.der, issuer.certificate.der] },
  {
    identifier: issuerAndSerial(ec.certificate),
    signer: createAsyncSigner(ec.privateKey),
    attributes: [{ oid: '1.2.3', value: octetString(Buffer.of(1)) }],
  },
);
const both = [
  recipientOf(rsa.certificate, { padding: 'oaep', hash: 'sha256' }),
  recipientOf(ec.certificate),
  { ...recipientOf(rsa.certificate), identifier: { keyIdentifier: Buffer.of(1, 2) } },
];
const secret = encryptMessage({ content, cipher: 'aes256-cbc' }, both);

async function readSigned(der: Uint8Array): Promise<Buffer | undefined> {
  const data = parseSignedData(der);
  for (const signer of data.signers) {
    const certificate = certificateOf(data, signer);
    if (certificate) await verifySigner(data, signer, certificate);
  }
  return data.content;
}

const targets: [string, Buffer, (der: Uint8Array) => unknown][] = [
  ['signed message', signed, readSigned],
  ['set of certificates', certificatesOnly([issuer.certificate.der], [Buffer.of(0x30, 0)]), readSigned],
  ['encrypted message', secret, (der) => decryptMessage(parseEnvelopedData(der), [rsa, ec])],
];

describe('hostile bytes end in an X509Error', () => {
  test.each(targets)('%s', async (_, good, read) => {
    await read(good);
    const seen = new Set<string>();
    const outcome = async (der: Uint8Array): Promise<void> => {
      try {
        await read(der);
        seen.add('read');
      } catch (error) {
        if (!(error instanceof X509Error)) throw error;
        seen.add(error.fault);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        await outcome(edits.reduce((bytes, change) => change(bytes), good));
      }),
      { numRuns: 500 },
    );
    const trees = takeApart(good) ?? [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(where, treeEdit), { minLength: 1, maxLength: 2 }), async (edits) => {
        const edited = edits.reduce((now, [w, change]) => replaceAt(now, Math.floor(w * countOf(now)), change), trees);
        await outcome(putTogether(edited));
      }),
      { numRuns: 2000 },
    );
    expect(seen).toContain('malformed');
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), outcome), { numRuns: 500 });
  });

  test('no octet of what is signed can be another one', async () => {
    const at = signed.indexOf(content);
    for (let n = at; n < at + content.length; n++) {
      const bytes = Buffer.from(signed);
      bytes.writeUInt8(bytes.readUInt8(n) ^ 1, n);
      await expect(readSigned(bytes)).rejects.toMatchObject({ fault: 'bad_signature' });
    }
    const attribute = signed.indexOf(Buffer.from('06022a030000'.slice(0, 8), 'hex'));
    const bytes = Buffer.from(signed);
    bytes.writeUInt8(bytes.readUInt8(attribute + 8) ^ 1, attribute + 8);
    await expect(readSigned(bytes)).rejects.toBeInstanceOf(X509Error);
  });
});

describe('bounds', () => {
  const wrapped = (type: string, inside: Buffer) => sequence(oid(type), encode(0xa0, inside));
  test('of size, of depth and of number', () => {
    expect(() => parseSignedData(Buffer.alloc(1024 * 1024 + 1))).toThrow(
      expect.objectContaining({ fault: 'too_large' }),
    );
    expect(() => parseSignedData(signed, 'it', 100)).toThrow('it: ');
    for (const [open, close] of [
      ['3080', '0000'],
      ['2480', '0000'],
    ] as const) {
      const deep = Buffer.from(open.repeat(200_000) + close.repeat(200_000), 'hex');
      expect(() => parseEnvelopedData(deep)).toThrow(
        expect.objectContaining({ fault: 'too_large', message: 'encrypted message: nested deeper than 30' }),
      );
    }
    const many = (count: number) => certificatesOnly(Array.from({ length: count }, () => Buffer.of(0x30, 0)));
    expect(parseSignedData(many(32)).certificates).toHaveLength(32);
    expect(() => parseSignedData(many(33))).toThrow(expect.objectContaining({ fault: 'too_large' }));
    const recipients = (count: number) =>
      encryptMessage(
        { content, cipher: 'aes128-cbc' },
        Array.from({ length: count }, () => recipientOf(ec.certificate)),
      );
    expect(parseEnvelopedData(recipients(16)).recipients).toHaveLength(16);
    expect(() => parseEnvelopedData(recipients(17))).toThrow(expect.objectContaining({ fault: 'too_large' }));
  });

  test('another type of content, and a kind of signer twice', () => {
    expect(() => parseSignedData(secret)).toThrow(expect.objectContaining({ fault: 'unsupported' }));
    expect(() => parseEnvelopedData(signed)).toThrow(expect.objectContaining({ fault: 'unsupported' }));
    expect(() => parseSignedData(wrapped('1.2.840.113549.1.7.2', sequence(integer(1))))).toThrow(
      'signed message: digests is missing',
    );
    expect(strongCiphers).not.toContain('3des-cbc');
  });
});

describe('BER', () => {
  const read = (hex: string) =>
    readBer(Buffer.from(hex, 'hex'), 'it', { maxBytes: 1000, maxValues: 100 }).encoded().toString('hex');
  test.each([
    ['300405000500', '300405000500'],
    ['3080050005000000', '300405000500'],
    ['3081020500', '30020500'],
    ['2480040161040162' + '0000', '04026162'],
    ['24060401610401' + '62', '04026162'],
    ['2480' + '2403040161' + '040162' + '0000', '04026162'],
    ['2400', '0400'],
    ['a080040161' + '0000', 'a003040161'],
  ])('%s becomes %s', (ber, der) => {
    expect(read(ber)).toBe(der);
  });

  test.each([
    ['', 'it: cut short'],
    ['30', 'it: cut short'],
    ['3002', 'it: cut short'],
    ['30800500', 'it: cut short'],
    ['0480', 'it: a primitive value without a length'],
    ['3080050000' + '01', 'it: an end with content'],
    ['30030500' + '05', 'it: cut short'],
    ['3003050105', 'it: NULL with content'],
    ['30020500' + '00', 'it: octets after its end'],
    ['24020500', 'it: an octet string with something else inside'],
    ['1f8101' + '00', 'it: a tag of more than one octet'],
    ['3089' + '00'.repeat(9), 'it: a length of more than eight octets'],
    ['3088' + 'ff'.repeat(8), 'it: cut short'],
    ['3003300405', 'it: cut short'],
    ['300430030500', 'it: cut short'],
    ['30053004050030' + '00', 'it: a value that is longer than the one around it'],
    ['3009020200010500' + '0500', 'it: cut short'],
  ])('%s: %s', (ber, message) => {
    if (message.endsWith('content') && ber === '3003050105')
      // A NULL with content is left to whoever reads it.
      expect(read(ber)).toBe(ber);
    else expect(() => read(ber)).toThrow(expect.objectContaining({ message }));
  });
});
