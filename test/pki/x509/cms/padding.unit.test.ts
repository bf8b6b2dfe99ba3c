import { constants, createCipheriv, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decryptMessage,
  encryptMessage,
  parseEnvelopedData,
  recipientOf,
  type EnvelopedData,
} from '../../../../src/pki/x509/cms/index.js';
import { certify } from '../authority.js';

const holder = await certify({ key: 'rsa-2048' });
const key = holder.publicKey.key;
const read = (message: EnvelopedData) => decryptMessage(message, [holder]).content;
const content = Buffer.from('nobody may learn how far this was read');
const good = parseEnvelopedData(encryptMessage({ content, cipher: 'aes128-cbc' }, [recipientOf(holder.certificate)]));

/** The message with another encrypted key, or another content. */
function changed(change: { encryptedKey?: Buffer; encrypted?: Buffer }): EnvelopedData {
  const [recipient] = good.recipients;
  if (!recipient) throw new Error('a recipient');
  const encryptedKey = change.encryptedKey ?? recipient.encryptedKey;
  return { ...good, recipients: [{ ...recipient, encryptedKey }], encrypted: change.encrypted ?? good.encrypted };
}

const raw = (block: Buffer) => publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);

/** A block of RFC 8017 7.2.1 with one thing that is not as it should be. */
function block(secret: Buffer, change: (block: Buffer) => void): Buffer {
  const padding = Buffer.from(randomBytes(256 - 3 - secret.length).map((octet) => octet || 1));
  const whole = Buffer.concat([Buffer.of(0, 2), padding, Buffer.of(0), secret]);
  change(whole);
  return whole;
}

test('a key with broken padding comes out as octets that mean nothing, always the same', () => {
  const secret = randomBytes(16);
  const broken: [string, Buffer][] = [
    ['the first octet', block(secret, (it) => (it[0] = 1))],
    ['the type', block(secret, (it) => (it[1] = 1))],
    ['no end of the padding', block(secret, (it) => (it[239] = 9))],
    ['a zero in the padding', block(secret, (it) => (it[100] = 0))],
    ['a zero at its start', block(secret, (it) => (it[2] = 0))],
    ['a zero at its end', block(secret, (it) => (it[238] = 0))],
    ['a shorter key', block(secret.subarray(1), () => undefined)],
    ['a longer key', block(randomBytes(17), () => undefined)],
    ['all zeros', Buffer.alloc(256)],
  ];
  const seen = new Set<string>();
  for (const [what, octets] of broken) {
    const message = changed({ encryptedKey: raw(octets) });
    const decrypted = read(message);
    expect(decrypted.includes(content), what).toBe(false);
    expect(read(message), what).toEqual(decrypted);
    seen.add(decrypted.toString('hex'));
  }
  expect(seen.size).toBe(broken.length);
});

test('a key that is no number below the modulus, and one of another length, too', () => {
  for (const encryptedKey of [Buffer.alloc(256, 0xff), Buffer.of(), Buffer.alloc(255, 1), Buffer.alloc(300, 1)])
    expect(read(changed({ encryptedKey })).includes(content)).toBe(false);
});

test('the padding that a block may have is read', () => {
  const secret = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', secret, good.cipher.vector);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  expect(read(changed({ encryptedKey: raw(block(secret, () => undefined)), encrypted }))).toEqual(content);
});

test('contents of every length come back, and broken padding of a content is not told apart', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.constantFrom('aes256-cbc', '3des-cbc', 'aes256-gcm'),
      (bytes, cipher) => {
        const made = encryptMessage({ content: bytes, cipher }, [recipientOf(holder.certificate)]);
        expect(read(parseEnvelopedData(made, [cipher]))).toEqual(Buffer.from(bytes));
      },
    ),
    { numRuns: 40 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: good.encrypted.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const encrypted = Buffer.from(good.encrypted);
      encrypted.writeUInt8(encrypted.readUInt8(at) ^ by, at);
      expect(read(changed({ encrypted }))).not.toEqual(content);
    }),
    { numRuns: 100 },
  );
  expect(() => read(changed({ encrypted: good.encrypted.subarray(1) }))).toThrow(
    expect.objectContaining({ fault: 'malformed' }),
  );
  expect(() => read(changed({ encrypted: Buffer.of() }))).toThrow(expect.objectContaining({ fault: 'malformed' }));
});

test('a message in GCM whose octets were changed comes out as they are', () => {
  const made = encryptMessage({ content, cipher: 'aes128-gcm' }, [recipientOf(holder.certificate)]);
  const message = parseEnvelopedData(made);
  expect(read(message)).toEqual(content);
  const encrypted = Buffer.from(message.encrypted);
  encrypted.writeUInt8(encrypted.readUInt8(3) ^ 1, 3);
  expect(read({ ...message, encrypted })).toEqual(encrypted);
  expect(() => read({ ...message, encrypted: encrypted.subarray(0, 15) })).toThrow(
    expect.objectContaining({ fault: 'malformed' }),
  );
});

test('a key that is too small to encrypt for is said', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 512 });
  const small = {
    ...recipientOf(holder.certificate),
    publicKey: { key: publicKey, spec: { type: 'rsa', bits: 512 } },
  } as const;
  const transport = { padding: 'oaep', hash: 'sha512' } as const;
  expect(() => encryptMessage({ content, cipher: 'aes256-cbc' }, [{ ...small, transport }])).toThrow(
    expect.objectContaining({ fault: 'unsupported' }),
  );
});
