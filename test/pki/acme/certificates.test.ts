import { createPublicKey, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extension, parseCertificate } from '../../../src/pki/x509/index.js';
import { certificateIdOf } from './certificate-id-text.js';
import { chainIn, issued, registeredIn, typeOf } from './asking.js';
import { csrFor, csrWithKey, dnsNames, obtain, openAcme, prove } from './live.js';
import type { AcmeForTests } from './live.js';

let acme: AcmeForTests;
beforeAll(async () => {
  acme = await openAcme();
  acme.dns.names.set('other.example', { addresses: ['127.0.0.1'] });
});
afterAll(() => acme.close());

const registered = () => registeredIn(acme);

describe('a certificate', () => {
  test.each(['', 'roles/any/'])('has no extension for the asking, as %sacme in OpenBao', async (prefix) => {
    await acme.ask('POST', 'roles/any', { allow_any_name: true, key_type: 'any' });
    const client = await registeredIn(acme, prefix);
    const order = await client.order(['other.example']);
    await prove(acme, client, order);
    const mustStaple = extension('1.3.6.1.5.5.7.1.24', Buffer.from('3003020105', 'hex'));
    const unknown = extension('1.2.3.4', Buffer.from('0500', 'hex'), { critical: true });
    const csr = await csrFor(dnsNames('other.example'), { extensions: [mustStaple, unknown] });
    const { leaf } = await issued(client, await client.post(String(order.body['finalize']), { csr }));
    const oids = parseCertificate(leaf.raw).extensions.all.map(({ oid }) => oid);
    expect(oids).toContain('2.5.29.17');
    expect(oids).not.toEqual(expect.arrayContaining([mustStaple.oid]));
    expect(oids).not.toEqual(expect.arrayContaining([unknown.oid]));
  });

  test('is revoked by the account that ordered it, once', async () => {
    const client = await registered();
    const { leaf } = await issued(client, await obtain(acme, client, ['other.example']));
    const certificate = leaf.raw.toString('base64url');
    const stranger = await registered();
    const refused = await stranger.post(stranger.url('revokeCert'), { certificate });
    expect([refused.status, typeOf(refused)]).toEqual([403, 'unauthorized']);
    const reason = await client.post(client.url('revokeCert'), { certificate, reason: 6 });
    expect(typeOf(reason)).toBe('badRevocationReason');
    expect((await client.post(client.url('revokeCert'), { certificate, reason: 4 })).status).toBe(200);
    expect(typeOf(await client.post(client.url('revokeCert'), { certificate }))).toBe('alreadyRevoked');
  });

  test('is revoked by an account that has proven its names', async () => {
    const client = await registered();
    const { leaf } = await issued(client, await obtain(acme, client, ['other.example']));
    const other = await registered();
    await prove(acme, other, await other.order(['other.example']));
    const revoked = await other.post(other.url('revokeCert'), { certificate: leaf.raw.toString('base64url') });
    expect(revoked.status).toBe(200);
  });

  test('is not revoked by an account that has proven all but its common name', async () => {
    await acme.ask('POST', 'roles/common', { allow_any_name: true, key_type: 'ec' });
    const wish = { common_name: 'inner.example', alt_names: 'other.example', exclude_cn_from_sans: true };
    const { body } = await acme.ask('POST', 'issue/common', wish);
    const leaf = new X509Certificate((body as { data: { certificate: string } }).data.certificate);
    const other = await registered();
    await prove(acme, other, await other.order(['other.example']));
    const refused = await other.post(other.url('revokeCert'), { certificate: leaf.raw.toString('base64url') });
    expect([refused.status, typeOf(refused)]).toEqual([403, 'unauthorized']);
  });

  test('is revoked by its own key, whoever has the account, and by no other key', async () => {
    const client = await registered();
    const order = await client.order(['other.example']);
    await prove(acme, client, order);
    const { csr, key } = await csrWithKey(dnsNames('other.example'));
    const { leaf } = await issued(client, await client.post(String(order.body['finalize']), { csr }));
    const certificate = leaf.raw.toString('base64url');
    const stranger = await acme.client();
    const refused = await stranger.post(stranger.url('revokeCert'), { certificate });
    expect([refused.status, typeOf(refused)]).toEqual([403, 'unauthorized']);
    stranger.key = { privateKey: key, publicKey: createPublicKey(key) };
    expect((await stranger.post(stranger.url('revokeCert'), { certificate, reason: 1 })).status).toBe(200);
    expect(typeOf(await stranger.post(stranger.url('revokeCert'), { certificate }))).toBe('alreadyRevoked');
    const serial = (leaf.serialNumber.match(/../g) ?? []).join(':').toLowerCase();
    const row = await acme.ask('GET', `cert/${serial}`);
    expect((row.body as { data: { revocation_time: number } }).data.revocation_time).toBeGreaterThan(0);
  });

  test('has a chain for each way up from its issuer', async () => {
    const data = async (path: string, body: object) =>
      ((await acme.ask('POST', path, body)).body as { data: Record<string, string> }).data;
    const elder = { common_name: 'Elder', key_type: 'ec', issuer_name: 'elder', ttl: '8760h' };
    await data('root/rotate/internal', elder);
    const { key_id: key } = ((await acme.ask('GET', 'issuer/root')).body as { data: { key_id: string } }).data;
    const { csr = '' } = await data('intermediate/cross-sign', { common_name: 'Root', key_ref: key });
    const { certificate = '' } = await data('issuer/elder/sign-intermediate', {
      csr,
      common_name: 'Root',
      ttl: '4000h',
    });
    await data('issuers/import/cert', { pem_bundle: certificate });
    const client = await registered();
    const { url, leaf, answer } = await issued(client, await obtain(acme, client, ['other.example']));
    expect(chainIn(answer).map(({ issuer }) => issuer)).toEqual(['CN=Root', 'CN=Root']);
    const links = answer.headers.get('link') ?? '';
    expect(links).toContain(`<${url}/1>;rel="alternate"`);
    const other = await client.post(`${url}/1`, null);
    const [sameLeaf, crossed, ...rest] = chainIn(other);
    expect([sameLeaf?.raw.equals(leaf.raw), crossed?.subject, crossed?.issuer, rest]).toEqual([
      ...[true, 'CN=Root', 'CN=Elder', []],
    ]);
    expect(crossed && leaf.verify(crossed.publicKey)).toBe(true);
    expect(other.headers.get('link')).toContain(`<${url}>;rel="alternate"`);
    expect((await client.post(`${url}/9`, null)).status).toBe(404);
  });

  test('is to be renewed in the last third of its life, and at once when it is revoked', async () => {
    const client = await registered();
    const { leaf } = await issued(client, await obtain(acme, client, ['other.example']));
    const { serialNumber, extensions } = parseCertificate(leaf.raw);
    const authorityKeyIdentifier = extensions.authorityKeyIdentifier?.keyIdentifier ?? Buffer.alloc(0);
    const id = certificateIdOf({ authorityKeyIdentifier: Buffer.from(authorityKeyIdentifier), serialNumber });
    const information = async () => {
      const response = await fetch(`${client.url('renewalInfo')}/${id}`);
      expect(response.headers.get('retry-after')).toBe('21600');
      const body = (await response.json()) as { suggestedWindow: { start: string; end: string } };
      return body.suggestedWindow;
    };
    const begin = Date.parse(leaf.validFrom);
    const life = Date.parse(leaf.validTo) - begin;
    expect(Date.parse((await information()).start)).toBeCloseTo(begin + (life * 2) / 3, -4);
    const replacing = await obtain(acme, client, ['other.example'], { replaces: id });
    expect(replacing.body).toMatchObject({ status: 'valid', replaces: id });
    const again = await client.order(['other.example'], { replaces: id });
    expect([again.status, typeOf(again)]).toEqual([409, 'alreadyReplaced']);
    await client.post(client.url('revokeCert'), { certificate: leaf.raw.toString('base64url') });
    expect(Date.parse((await information()).end)).toBeLessThan(Date.now());
    expect((await fetch(`${client.url('renewalInfo')}/abc`)).status).toBe(400);
    expect((await fetch(`${client.url('renewalInfo')}/AAAA.AQID`)).status).toBe(404);
  });

  test('is to be renewed at once when another issuer takes over', async () => {
    const client = await registered();
    const { leaf } = await issued(client, await obtain(acme, client, ['other.example']));
    const { serialNumber, extensions } = parseCertificate(leaf.raw);
    const authorityKeyIdentifier = Buffer.from(extensions.authorityKeyIdentifier?.keyIdentifier ?? '');
    const url = `${client.url('renewalInfo')}/${certificateIdOf({ authorityKeyIdentifier, serialNumber })}`;
    await acme.ask('POST', 'root/rotate/internal', {
      common_name: 'Next',
      key_type: 'ec',
      issuer_name: 'next',
      ttl: '8760h',
    });
    await acme.ask('POST', 'root/replace', { default: 'next' });
    const { suggestedWindow } = (await (await fetch(url)).json()) as { suggestedWindow: { end: string } };
    expect(Date.parse(suggestedWindow.end)).toBeLessThan(Date.now());
    await acme.ask('POST', 'root/replace', { default: 'root' });
  });
});
