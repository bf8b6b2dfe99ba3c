import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownMount, serverRole } from '../../../src/pki/server-certificate/own-authority.js';
import { X509Error } from '../../../src/pki/x509/index.js';
import { signIntermediate } from '../signing.js';
import type { PkiWorld } from '../world.js';
import { opensslFolder } from '../x509/openssl.js';
import { begin, dataFolder, serve, shakeHands, today } from './served.js';

const day = 86_400_000;
const role = (name: string) => ({ mount: ownMount, name });

/** A chain of PEM texts, taken apart. */
const certificates = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
    (each) => new X509Certificate(each),
  );

/** An intermediate of another authority in the mount, which signs from now on. @returns the certificate of that authority */
async function bringIntermediate(world: PkiWorld): Promise<string> {
  await world.mounts.create(world.operator, 'corporate', { maxLeaseTtl: 4000 * 86_400 });
  const given = { commonName: 'Corporate root', keyType: 'ec', ttl: 3000 * 86_400 };
  const above = await world.roots.generate(world.operator, 'corporate', 'internal', given);
  const wanted = { commonName: 'Corporate servers', keyType: 'ec' };
  const { csr } = await world.intermediates.generate(world.operator, ownMount, 'internal', wanted);
  const signed = signIntermediate(above.issuer, csr, 1000 * day);
  const pem = `${signed}\n${above.certificate}`;
  const { importedIssuers } = await world.imports.import(world.operator, ownMount, 'signed', pem);
  const issuer = importedIssuers.find(({ commonName }) => commonName === 'Corporate servers');
  await world.roots.replace(world.operator, ownMount, issuer?.id ?? '');
  return above.certificate;
}

describe('the certificate of a server', () => {
  test('openssl and node shake hands with it', async () => {
    const world = await today();
    const folder = dataFolder();
    const server = begin(world, folder, ['trustate.example', '192.0.2.7']);
    const made = await server.ensure();
    const ca = readFileSync(server.caFile);
    const port = await serve(made.key, made.cert);
    expect(await shakeHands(port, ca, 'localhost')).toBe(true);
    expect(await shakeHands(port, ca, 'trustate.example')).toBe(true);
    expect(await shakeHands(port, ca, '127.0.0.1')).toBe(true);
    await expect(shakeHands(port, ca, 'other.example')).rejects.toThrow('does not match certificate');

    const client = spawn('openssl', [
      ...['s_client', '-connect', `127.0.0.1:${port}`, '-CAfile', server.caFile, '-verify_return_error'],
      ...['-x509_strict', '-verify_hostname', 'trustate.example', '-purpose', 'sslserver'],
    ]);
    let output = '';
    client.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    client.stdin.end();
    await once(client, 'close');
    expect(output).toContain('Verify return code: 0 (ok)');

    const { openssl } = opensslFolder();
    const chain = ['-CAfile', server.caFile, join(folder, 'tls/server.pem')];
    expect(openssl('verify', '-x509_strict', ...chain)).toContain('OK');
    const leaf = new X509Certificate(made.cert);
    const names = leaf.subjectAltName?.split(', ').sort();
    const own = [`DNS:${hostname().toLowerCase()}`, 'DNS:localhost', 'DNS:trustate.example'];
    const addresses = ['IP Address:0:0:0:0:0:0:0:1', 'IP Address:127.0.0.1', 'IP Address:192.0.2.7'];
    expect(names).toEqual([...own, ...addresses].sort());
    const now = world.clock.now().getTime();
    expect(Date.parse(leaf.validTo) - now).toBeGreaterThan(89 * day);
    expect(Date.parse(leaf.validTo) - now).toBeLessThanOrEqual(90 * day);
    const root = new X509Certificate(ca);
    expect(root.subject).toBe('O=Trustate\nCN=Trustate TLS root');
    expect(Date.parse(root.validTo) - now).toBeGreaterThan(3649 * day);
  });

  test('it is one of the certificates of a mount, which is not that of the users', async () => {
    const world = await today();
    const made = await begin(world, dataFolder()).ensure();
    const serial = new X509Certificate(made.cert).serialNumber.replaceAll(/(..)(?!$)/g, '$1:');
    const listed = await world.certificates.serials(world.operator, ownMount, { size: 10, after: null });
    expect(listed).toHaveLength(2);
    const stored = await world.certificates.bySerial(ownMount, serial);
    expect(stored).toMatchObject({ commonName: 'localhost', roleName: serverRole, status: 'valid' });
    expect((await world.authorities.byPath('pki')).issuers).toEqual([]);
    const row = await world.mounts.read(world.operator, ownMount);
    expect(row.maxLeaseTtl).toBe(3650n * 86_400n);
    expect(row.description).toContain('servers');
    const acted = await world.client.auditRecord.findMany({ where: { actorName: 'server-certificate' } });
    const done = ['mount.create', 'issuer.generate-root', 'role.write', 'certificate.issue'];
    expect(acted.map(({ action }) => action)).toEqual(done);
  });

  test('it says where its CRL and its OCSP responder are', async () => {
    const world = await today();
    const folder = dataFolder();
    await begin(world, folder).ensure();
    await world.mountConfig.changeUrls(world.operator, ownMount, {
      crlDistributionPoints: ['http://crl.example/tls.crl'],
      ocspServers: ['http://ocsp.example'],
    });
    const made = await begin(world, folder, ['a.example']).ensure();
    const { openssl, put } = opensslFolder();
    const text = openssl('x509', '-in', put('leaf.pem', made.cert), '-noout', '-text');
    expect(text).toContain('URI:http://crl.example/tls.crl');
    expect(text).toContain('OCSP - URI:http://ocsp.example');
  });

  test('the files are the owner’s, but for the root', async () => {
    const folder = dataFolder();
    await begin(await today(), folder).ensure();
    const mode = (file: string) => (statSync(join(folder, file)).mode & 0o777).toString(8);
    expect([mode('ca.pem'), mode('tls/server.key'), mode('tls')]).toEqual(['644', '600', '700']);
    expect(readdirSync(join(folder, 'tls')).sort()).toEqual(['server.key', 'server.pem']);
    expect(readFileSync(join(folder, 'tls/server.key'), 'latin1')).not.toContain('PRIVATE KEY');
  });

  test.each([
    // days   hosts                 leaf     root
    [0, ['a.example'], 'kept', 'kept'],
    [59, ['a.example'], 'kept', 'kept'],
    [61, ['a.example'], 'renewed', 'kept'],
    [0, ['b.example'], 'renewed', 'kept'],
    [0, ['a.example', '::'], 'kept', 'kept'],
    [0, ['A.EXAMPLE', '[::1]'], 'kept', 'kept'],
    [0, [], 'renewed', 'kept'],
    [0, ['bücher.example'], 'renewed', 'kept'],
    [3600, ['a.example'], 'renewed', 'renewed'],
    [-1, ['a.example'], 'renewed', 'renewed'],
    [-400, ['a.example'], 'renewed', 'renewed'],
  ])('after %i days, for %j: the leaf is %s, the root %s', async (days, hosts, leaf, root) => {
    const world = await today();
    const folder = dataFolder();
    const first = await begin(world, folder, ['a.example']).ensure();
    const ca = readFileSync(join(folder, 'ca.pem'));
    world.clock.advance(days * day);
    const server = begin(world, folder, hosts);
    const second = await server.ensure();
    expect(second.cert === first.cert ? 'kept' : 'renewed').toBe(leaf);
    expect(second.key === first.key ? 'kept' : 'renewed').toBe(leaf);
    const caNow = readFileSync(server.caFile);
    expect(caNow.equals(ca) ? 'kept' : 'renewed').toBe(root);
    // Who trusts the first root trusts what is issued under the second.
    const [before, after] = [new X509Certificate(ca), new X509Certificate(caNow)];
    expect(after.publicKey.equals(before.publicKey)).toBe(true);
    expect(after.subject).toBe(before.subject);
    expect(new X509Certificate(second.cert).verify(before.publicKey)).toBe(true);
    // And once renewed it stays.
    expect((await server.ensure()).cert).toBe(second.cert);
    expect((await begin(world, folder, hosts).ensure()).cert).toBe(second.cert);
  });

  test('a clock that is set back again and again leaves a root that clients can use', async () => {
    const world = await today();
    const folder = dataFolder();
    world.clock.advance(400 * day);
    await begin(world, folder).ensure();
    const { openssl } = opensslFolder();
    for (const days of [-200, -198, -2]) {
      world.clock.advance(days * day);
      const server = begin(world, folder);
      const { cert } = await server.ensure();
      const { validFrom } = new X509Certificate(readFileSync(server.caFile));
      expect(Date.parse(validFrom)).toBeLessThan(world.clock.now().getTime());
      expect((await server.ensure()).cert).toBe(cert);
    }
    world.clock.advance(2 * day);
    const right = begin(world, folder);
    await right.ensure();
    expect(openssl('verify', '-CAfile', right.caFile, join(folder, 'tls/server.pem'))).toContain('OK');
  });

  test.each([
    ['tls/server.pem', 'not a certificate'],
    ['tls/server.key', 'not a key'],
    ['tls/server.key', undefined],
    ['ca.pem', undefined],
    ['ca.pem', 'not a certificate'],
  ])('a start after %s was lost or spoilt puts it right under the same root', async (file, content) => {
    const world = await today();
    const folder = dataFolder();
    await begin(world, folder).ensure();
    const ca = readFileSync(join(folder, 'ca.pem'));
    if (content === undefined) rmSync(join(folder, file));
    else writeFileSync(join(folder, file), content);
    const again = begin(world, folder);
    await again.ensure();
    expect(readFileSync(again.caFile)).toEqual(ca);
    const { openssl } = opensslFolder();
    expect(openssl('verify', '-CAfile', again.caFile, join(folder, 'tls/server.pem'))).toContain('OK');
  });

  test.each([
    ['not a host'],
    ['under_score.example'],
    ['-x.example'],
    [''],
    ['10.0.0.0/8'],
    ['10.1'],
    ['a..b'],
    ['a.'],
    ['bücher.example:80'],
  ])('refuses the host "%s"', async (host) => {
    const world = await today();
    expect(() => begin(world, dataFolder(), [host])).toThrow(X509Error);
  });
});

describe('while a server runs', () => {
  test('a certificate that was revoked is replaced', async () => {
    const world = await today();
    const server = begin(world, dataFolder());
    const first = await server.ensure();
    expect((await server.ensure()).cert).toBe(first.cert);
    await world.revocations.revoke(world.operator, ownMount, { certificate: first.cert });
    const second = await server.ensure();
    expect(second.cert).not.toBe(first.cert);
    expect((await server.ensure()).cert).toBe(second.cert);
  });

  test('a look that finds nothing new takes one statement, and finds all that is new', async () => {
    const world = await today();
    const server = begin(world, dataFolder());
    const looked = async () => {
      const { result, statements } = await world.heard(() => server.ensure());
      return { cert: result.cert, statements: statements.length };
    };
    const settledOn = async (cert: string) => {
      for (let looks = 0; looks < 2; looks += 1) expect(await looked()).toMatchObject({ cert });
      expect(await looked()).toEqual({ cert, statements: 1 });
    };
    const first = await server.ensure();
    await settledOn(first.cert);
    await world.revocations.revoke(world.operator, ownMount, { certificate: first.cert });
    const second = await server.ensure();
    expect(second.cert).not.toBe(first.cert);
    await settledOn(second.cert);
    // Of the role, of the mount, and of the time.
    await world.roles.patch(world.operator, role(serverRole), { allowedDomains: [] });
    expect((await looked()).statements).toBeGreaterThan(1);
    await settledOn(second.cert);
    await bringIntermediate(world);
    const third = await server.ensure();
    expect(third.cert).not.toBe(second.cert);
    await settledOn(third.cert);
    world.clock.advance(3_600_000);
    expect((await looked()).statements).toBeGreaterThan(1);
    await settledOn(third.cert);
  });

  test('the life that the role says decides when it is renewed', async () => {
    const world = await today();
    const server = begin(world, dataFolder());
    await server.ensure();
    await world.roles.patch(world.operator, role(serverRole), { ttl: 60 });
    await world.revocations.revoke(world.operator, ownMount, { certificate: (await server.ensure()).cert });
    const short = await server.ensure();
    const life = short.renewAt.getTime() - world.clock.now().getTime();
    expect(life).toBeGreaterThan(38_000);
    expect(life).toBeLessThanOrEqual(40_000);
    world.clock.advance(life - 1000);
    expect((await server.ensure()).cert).toBe(short.cert);
    world.clock.advance(1000);
    expect((await server.ensure()).cert).not.toBe(short.cert);
  });

  test('an intermediate that an operator puts there signs, and its chain is served', async () => {
    const world = await today();
    const folder = dataFolder();
    const server = begin(world, folder);
    const first = await server.ensure();
    const corporate = await bringIntermediate(world);
    const second = await server.ensure();
    expect(second.cert).not.toBe(first.cert);
    expect(certificates(second.cert).map(({ subject }) => subject)).toEqual(['CN=localhost', 'CN=Corporate servers']);
    expect(readFileSync(server.caFile, 'latin1').trim()).toBe(corporate.trim());
    const port = await serve(second.key, second.cert);
    expect(await shakeHands(port, corporate, 'localhost')).toBe(true);
    expect((await begin(world, folder).ensure()).cert).toBe(second.cert);
  });

  test('a certificate ends no later than its issuer, and is not renewed for that', async () => {
    const world = await today();
    const server = begin(world, dataFolder());
    await server.ensure();
    await bringIntermediate(world);
    world.clock.advance(970 * day);
    const last = await server.ensure();
    const [leaf, issuer] = certificates(last.cert);
    expect(leaf?.validTo).toBe(issuer?.validTo);
    world.clock.advance(25 * day);
    expect((await server.ensure()).cert).toBe(last.cert);
    world.clock.advance(6 * day);
    await expect(server.ensure()).rejects.toThrow(/beyond the expiration|Not After/);
    expect((await server.kept())?.cert).toBe(last.cert);
  });

  test('a role that stores nothing has it served all the same', async () => {
    const world = await today();
    const server = begin(world, dataFolder());
    await server.ensure();
    await world.roles.patch(world.operator, role(serverRole), { noStore: true });
    await world.revocations.revoke(world.operator, ownMount, { certificate: (await server.ensure()).cert });
    const unstored = await server.ensure();
    expect((await server.ensure()).cert).toBe(unstored.cert);
  });

  test('the mount is found where it was moved, and made again where it was deleted', async () => {
    const world = await today();
    const folder = dataFolder();
    const server = begin(world, folder);
    const first = await server.ensure();
    await world.mounts.move(world.operator, ownMount, 'elsewhere');
    expect((await server.ensure()).cert).toBe(first.cert);
    expect((await begin(world, folder).ensure()).cert).toBe(first.cert);
    await world.mounts.delete(world.operator, 'elsewhere');
    const second = await server.ensure();
    expect(second.cert).not.toBe(first.cert);
    expect(new X509Certificate(second.cert).verify(new X509Certificate(readFileSync(server.caFile)).publicKey)).toBe(
      true,
    );
  });

  test('a mount of somebody else at that path is left alone', async () => {
    const world = await today();
    await world.mounts.create(world.operator, `${ownMount}/inner`, {});
    await begin(world, dataFolder()).ensure();
    expect(await world.authorities.paths()).toEqual(['pki', `${ownMount}-2`, `${ownMount}/inner`]);
    expect((await world.authorities.byPath(`${ownMount}/inner`)).issuers).toEqual([]);
  });

  test('a mount without an issuer that can sign leaves the last certificate', async () => {
    const world = await today();
    const folder = dataFolder();
    const server = begin(world, folder);
    const first = await server.ensure();
    await world.issuers.update(world.operator, ownMount, 'default', { usage: ['read-only'] });
    expect((await server.ensure()).cert).toBe(first.cert);
    world.clock.advance(61 * day);
    await expect(server.ensure()).rejects.toMatchObject({ code: 'ISSUER_NOT_USABLE' });
    expect((await begin(world, folder).kept())?.cert).toBe(first.cert);
  });
});
