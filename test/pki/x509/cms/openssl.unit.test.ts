import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  certificateOf,
  certificatesOnly,
  contentOids,
  decryptMessage,
  encryptMessage,
  issuerAndSerial,
  parseEnvelopedData,
  parseSignedData,
  recipientOf,
  signMessage,
  verifySigner,
  type KeyTransport,
} from '../../../../src/pki/x509/cms/index.js';
import {
  buildCrl,
  createAsyncSigner,
  encodePem,
  keyIdentifierOf,
  privateKeyDer,
  type SigningOptions,
} from '../../../../src/pki/x509/index.js';
import { certify, certifyAuthority, day, type Holder, type KeyKind } from '../authority.js';
import { opensslFolder } from '../openssl.js';

const text = 'a message\nof two lines, and of more than one block';
const keyPem = ({ privateKey }: Holder) => encodePem('PRIVATE KEY', privateKeyDer(privateKey, 'pkcs8'));

async function holder(key: KeyKind) {
  const issuer = await certifyAuthority();
  return { issuer, mine: await certify({ issuer, key }) };
}

describe('a signed message', () => {
  test.each<[KeyKind, SigningOptions, string[]]>([
    ['rsa-2048', {}, []],
    ['rsa-2048', { hash: 'sha512' }, ['-md', 'sha512']],
    ['rsa-3072', { pss: true }, ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:digest']],
    ['ec-256', {}, []],
    ['ec-384', {}, ['-md', 'sha384']],
    ['ec-521', {}, ['-md', 'sha512']],
  ])('of %s %j is read by openssl, and one of openssl is read', async (key, options, flags) => {
    const { issuer, mine } = await holder(key);
    const { put, openssl, folder } = opensslFolder();
    put('ca', issuer.pem);
    put('cert', mine.pem);
    put('key', keyPem(mine));
    put('text', text);
    const signer = createAsyncSigner(mine.privateKey, options);
    const certificates = [mine.certificate.der, issuer.certificate.der];
    const message = { identifier: issuerAndSerial(mine.certificate), signer, attributes: [] };
    put('ours', await signMessage({ content: Buffer.from(text), certificates }, message));
    expect(openssl('cms', '-verify', '-in', 'ours', '-inform', 'DER', '-CAfile', 'ca', '-purpose', 'any')).toBe(text);

    // `-stream` writes BER: lengths that are not known ahead, and the content in pieces. openssl cannot do so with PSS.
    for (const stream of options.pss === true ? [[]] : [[], ['-stream']]) {
      const how = ['-sign', '-nodetach', '-binary', '-outform', 'DER', ...stream];
      openssl('cms', ...how, '-in', 'text', '-signer', 'cert', '-inkey', 'key', ...flags, '-out', 'theirs');
      const read = parseSignedData(readFileSync(join(folder, 'theirs')));
      expect(read).toMatchObject({ contentType: contentOids.data, content: Buffer.from(text) });
      const [info] = read.signers;
      const found = info && certificateOf(read, info);
      expect(found?.der).toEqual(mine.certificate.der);
      if (!info || !found) throw new Error('a signer');
      await verifySigner(read, info, found);
      await expect(verifySigner(read, info, issuer.certificate)).rejects.toMatchObject({ fault: 'bad_signature' });
      const other = { ...read, content: Buffer.from(`${text}.`) };
      await expect(verifySigner(other, info, found)).rejects.toMatchObject({ fault: 'bad_signature' });
    }
  });

  test('that names its signer by the identifier of the key, without attributes, or beside its content', async () => {
    const { issuer, mine } = await holder('rsa-2048');
    const { put, openssl, folder } = opensslFolder();
    put('cert', mine.pem);
    put('key', keyPem(mine));
    put('text', text);
    const sign = (...more: string[]) => {
      const how = ['-sign', '-binary', '-outform', 'DER', ...more];
      openssl('cms', ...how, '-in', 'text', '-signer', 'cert', '-inkey', 'key', '-out', 'theirs');
      const read = parseSignedData(readFileSync(join(folder, 'theirs')));
      const [info] = read.signers;
      if (!info) throw new Error('a signer');
      return { read, info };
    };
    const byKey = sign('-nodetach', '-keyid');
    expect(byKey.info.identifier).toEqual({ keyIdentifier: mine.certificate.extensions.subjectKeyIdentifier });
    expect(certificateOf(byKey.read, byKey.info)?.der).toEqual(mine.certificate.der);
    const bare = sign('-nodetach', '-noattr', '-nocerts');
    expect(bare.info.signedAttributes).toBeUndefined();
    expect(certificateOf(bare.read, bare.info)).toBeUndefined();
    await verifySigner(bare.read, bare.info, mine.certificate);
    await expect(verifySigner(bare.read, bare.info, issuer.certificate)).rejects.toMatchObject({
      fault: 'bad_signature',
    });
    const detached = sign();
    await expect(verifySigner(detached.read, detached.info, mine.certificate)).rejects.toMatchObject({
      message: 'signed message: no content',
    });
    await verifySigner(detached.read, detached.info, mine.certificate, Buffer.from(text));
  });

  test('of a key that openssl does not know for it is read again', async () => {
    const { mine } = await holder('ed25519');
    const signer = createAsyncSigner(mine.privateKey);
    const message = { identifier: { keyIdentifier: keyIdentifierOf(mine.publicKey.bits) }, signer, attributes: [] };
    const read = parseSignedData(await signMessage({ content: Buffer.of(), contentType: '1.2.3' }, message));
    expect(read).toMatchObject({ content: Buffer.of(), contentType: '1.2.3' });
    const [info] = read.signers;
    if (!info) throw new Error('a signer');
    await verifySigner(read, info, mine.certificate);
    const asData = { ...read, contentType: contentOids.data };
    await expect(verifySigner(asData, info, mine.certificate)).rejects.toMatchObject({
      message: 'signed message: signed as content of another type',
    });
    const bare = { ...info, signedAttributes: undefined };
    await expect(verifySigner(read, bare, mine.certificate)).rejects.toMatchObject({
      message: 'signed message: signed without attributes',
    });
  });

  test('with SHA-1 is refused', async () => {
    const { mine } = await holder('rsa-2048');
    const { put, openssl, folder } = opensslFolder();
    put('cert', mine.pem);
    put('key', keyPem(mine));
    put('text', text);
    for (const more of [[], ['-noattr']]) {
      const how = ['-sign', '-nodetach', '-md', 'sha1', '-outform', 'DER', ...more];
      openssl('cms', ...how, '-in', 'text', '-signer', 'cert', '-inkey', 'key', '-out', 'theirs');
      const read = parseSignedData(readFileSync(join(folder, 'theirs')));
      const [info] = read.signers;
      if (!info) throw new Error('a signer');
      await expect(verifySigner(read, info, mine.certificate)).rejects.toMatchObject({ fault: 'weak' });
    }
  });
});

test('a set of certificates and CRLs is read by openssl, in its order', async () => {
  const { issuer, mine } = await holder('ec-256');
  const list = buildCrl(
    {
      issuer: issuer.certificate.subject,
      thisUpdate: new Date(),
      nextUpdate: new Date(Date.now() + day),
      number: 1n,
      issuerKeyId: keyIdentifierOf(issuer.publicKey.bits),
      entries: [],
    },
    issuer.signer,
  );
  const { put, openssl } = opensslFolder();
  const message = certificatesOnly([mine.certificate.der, issuer.certificate.der], [list]);
  put('set', message);
  const shown = openssl('pkcs7', '-in', 'set', '-inform', 'DER', '-print_certs');
  expect(shown.indexOf(mine.pem)).toBeGreaterThan(-1);
  expect(shown.indexOf(issuer.pem)).toBeGreaterThan(shown.indexOf(mine.pem));
  expect(shown).toContain('-----BEGIN X509 CRL-----');
  const read = parseSignedData(message);
  expect(read).toEqual({
    ...{ contentType: contentOids.data, content: undefined, signers: [] },
    ...{ certificates: [mine.certificate.der, issuer.certificate.der], crls: [list] },
  });
  expect(parseSignedData(certificatesOnly([])).certificates).toEqual([]);
});

describe('an encrypted message', () => {
  const flagOf = {
    'aes128-cbc': '-aes128',
    'aes192-cbc': '-aes192',
    'aes256-cbc': '-aes256',
    '3des-cbc': '-des3',
  } as const;
  test.each<[KeyKind, keyof typeof flagOf, KeyTransport | undefined, string[]]>([
    ['rsa-2048', 'aes128-cbc', undefined, []],
    ['rsa-4096', 'aes256-cbc', { padding: 'pkcs1' }, []],
    ['rsa-2048', '3des-cbc', undefined, []],
    ['rsa-2048', 'aes192-cbc', { padding: 'oaep', hash: 'sha1' }, ['-keyopt', 'rsa_padding_mode:oaep']],
    [
      ...(['rsa-3072', 'aes256-cbc', { padding: 'oaep', hash: 'sha256' }] as const),
      ['-keyopt', 'rsa_padding_mode:oaep', '-keyopt', 'rsa_oaep_md:sha256'],
    ],
    ['ec-256', 'aes128-cbc', undefined, ['-keyopt', 'ecdh_kdf_md:sha256']],
    ['ec-384', 'aes256-cbc', undefined, ['-keyopt', 'ecdh_kdf_md:sha384', '-aes256-wrap']],
    ['ec-521', 'aes256-cbc', undefined, ['-keyopt', 'ecdh_kdf_md:sha512', '-aes128-wrap']],
  ])('to %s in %s %j is read by openssl, and one of openssl is read', async (key, cipher, transport, flags) => {
    const { mine, issuer } = await holder(key);
    const { put, openssl, folder } = opensslFolder();
    put('cert', mine.pem);
    put('key', keyPem(mine));
    put('text', text);
    const named = recipientOf(mine.certificate, transport);
    const byKey = { ...named, identifier: { keyIdentifier: keyIdentifierOf(mine.publicKey.bits) } };
    for (const recipient of [named, byKey]) {
      put('ours', encryptMessage({ content: Buffer.from(text), cipher }, [recipient]));
      const decrypted = openssl('cms', '-decrypt', '-in', 'ours', '-inform', 'DER', '-recip', 'cert', '-inkey', 'key');
      expect(decrypted).toBe(text);
    }
    for (const more of [[], ['-stream'], ['-keyid']]) {
      const how = ['-encrypt', '-binary', '-outform', 'DER', flagOf[cipher], ...more];
      openssl('cms', ...how, '-in', 'text', '-out', 'theirs', '-recip', 'cert', ...flags);
      const message = parseEnvelopedData(readFileSync(join(folder, 'theirs')), [cipher]);
      expect(message.contentType).toBe(contentOids.data);
      expect(decryptMessage(message, [issuer, mine]).content.toString()).toBe(text);
      expect(() => decryptMessage(message, [issuer])).toThrow(
        expect.objectContaining({ fault: 'mismatch', message: 'encrypted message: not for the key of this recipient' }),
      );
    }
  });

  test('in a cipher that is not allowed is refused', async () => {
    const { mine } = await holder('rsa-2048');
    const des = encryptMessage({ content: Buffer.from(text), cipher: '3des-cbc' }, [recipientOf(mine.certificate)]);
    expect(() => parseEnvelopedData(des)).toThrow(
      expect.objectContaining({
        fault: 'weak',
        message: 'encrypted message: encrypted with 3des-cbc, which is not allowed here',
      }),
    );
    const { put, openssl, folder } = opensslFolder();
    put('cert', mine.pem);
    put('text', text);
    const encrypt = (cipher: string) => {
      openssl('cms', '-encrypt', '-outform', 'DER', cipher, '-in', 'text', '-out', 'theirs', '-recip', 'cert');
      return readFileSync(join(folder, 'theirs'));
    };
    expect(() => parseEnvelopedData(encrypt('-camellia128'))).toThrow(
      expect.objectContaining({ fault: 'unsupported' }),
    );
  });

  test('to several: each reads it; to none of ours: nobody does', async () => {
    const [rsa, ec, signing] = await Promise.all([holder('rsa-2048'), holder('ec-256'), holder('ed25519')]);
    const recipients = [recipientOf(rsa.mine.certificate), recipientOf(ec.mine.certificate)];
    const message = parseEnvelopedData(
      encryptMessage({ content: Buffer.from(text), cipher: 'aes128-cbc' }, recipients),
    );
    expect(decryptMessage(message, [rsa.mine]).content.toString()).toBe(text);
    expect(decryptMessage(message, [ec.mine]).content.toString()).toBe(text);
    expect(() => decryptMessage(message, [signing.mine])).toThrow(expect.objectContaining({ fault: 'mismatch' }));
    expect(() =>
      encryptMessage({ content: Buffer.from(text), cipher: 'aes128-cbc' }, [recipientOf(signing.mine.certificate)]),
    ).toThrow(expect.objectContaining({ fault: 'unsupported' }));
  });
});
