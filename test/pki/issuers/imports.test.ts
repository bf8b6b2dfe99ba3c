import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf, openPkiWorld, openssl } from '../world.js';
import type { PkiWorld } from '../world.js';
import { signIntermediate } from '../signing.js';
import { refusal } from '../../state/world.js';
import { inVault } from '../../../src/platform/wording.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let mounts = 0;
const mount = async () => (await world.mounts.create(world.operator, `imports-${++mounts}`, {})).path;
const ec = { keyType: 'ec', commonName: 'Root' };
const at = '1767225700';

/** A root with its key, as PEM texts, that no mount of the test has. */
async function elsewhere(commonName = 'Elsewhere') {
  const path = await mount();
  const root = await world.roots.generate(world.operator, path, 'exported', { ...ec, commonName });
  return { path, issuer: root.issuer, certificate: root.certificate, key: root.privateKey ?? '' };
}

/** What openssl makes of itself, as PEM texts. */
function selfSigned(...more: readonly string[]): { certificate: string; key: string } {
  const [key, certificate] = [fileOf(''), fileOf('')];
  const made = openssl('req', '-x509', '-nodes', '-subj', '/CN=Self', '-keyout', key, '-out', certificate, ...more);
  expect(made.ok, made.text).toBe(true);
  const read = (...from: string[]) => openssl(...from).text;
  return { certificate: read('x509', '-in', certificate), key: read('pkey', '-in', key) };
}

describe('a bundle', () => {
  test('is taken apart, linked and mapped; a second time it is there already', async () => {
    const { certificate, key } = await elsewhere();
    const path = await mount();
    const first = await world.imports.import(world.operator, path, 'bundle', `${key}\n${certificate}`);
    expect(first.importedIssuers).toHaveLength(1);
    expect(first.importedKeys).toHaveLength(1);
    expect(first.mapping).toMatchObject([{ issuer: first.importedIssuers[0], key: first.importedKeys[0] }]);
    const authority = await world.authorities.byPath(path);
    expect(authority.defaultIssuer?.id).toBe(first.importedIssuers[0]?.id);
    const second = await world.imports.import(world.operator, path, 'bundle', `${certificate}\n${key}`);
    expect(second).toMatchObject({ importedIssuers: [], importedKeys: [] });
    expect(second.existingIssuers).toHaveLength(1);
    expect(second.existingKeys).toHaveLength(1);
  });

  test('a key that comes later finds its issuer, and makes it the default', async () => {
    const { certificate, key } = await elsewhere();
    const path = await mount();
    await world.imports.import(world.operator, path, 'cert', certificate);
    expect((await world.authorities.byPath(path)).defaultIssuer).toBeUndefined();
    const { key: kept } = await world.keys.import(world.operator, path, key, 'late');
    const { defaultIssuer } = await world.authorities.byPath(path);
    expect(defaultIssuer?.keyId).toBe(kept.id);
    expect(defaultIssuer?.signer().algorithm.name).toBe('sha256 with ECDSA');
  });

  test('through config/ca a mount without default issuer gets one that cannot sign, too; by another way it does not', async () => {
    const { certificate } = await elsewhere();
    const byBundle = await mount();
    await world.imports.import(world.operator, byBundle, 'bundle', certificate);
    expect((await world.authorities.byPath(byBundle)).defaultIssuer).toBeUndefined();
    await world.imports.import(world.operator, byBundle, 'ca', certificate);
    const { defaultIssuer } = await world.authorities.byPath(byBundle);
    expect(defaultIssuer).toBeDefined();
    expect(() => defaultIssuer?.privateKey()).toThrow('has no key in this mount');
  });

  test('the default follows the latest issuer only where one alone can sign', async () => {
    const [a, b, c] = [await elsewhere('A'), await elsewhere('B'), await elsewhere('C')];
    const path = await mount();
    await world.imports.import(world.operator, path, 'ca', a.certificate + a.key);
    await world.mountConfig.changeIssuers(world.operator, path, { defaultFollowsLatestIssuer: true });
    const two = await world.imports.import(
      world.operator,
      path,
      'ca',
      [b.certificate, b.key, c.certificate, c.key].join('\n'),
    );
    expect(two.warnings.map(inVault).join()).toContain('Default issuer left unchanged');
    expect((await world.authorities.byPath(path)).defaultIssuer?.certificate.subject.commonName).toBe('A');
  });

  test.each([
    ['an empty text', '', 'parameter was empty'],
    ['a path', '/etc/ssl/ca.pem', 'too short'],
    ['no PEM', 'x'.repeat(100), 'no PEM block'],
    [
      'a CSR',
      `-----BEGIN CERTIFICATE REQUEST-----\n${'A'.repeat(64)}\n-----END CERTIFICATE REQUEST-----`,
      'CERTIFICATE REQUEST',
    ],
    [
      'a cut certificate',
      `-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUdqS2${'A'.repeat(40)}\n-----END CERTIFICATE-----`,
      '',
    ],
  ])('%s is refused', async (_what, pem, message) => {
    const refused = await refusal(world.imports.import(world.operator, await mount(), 'bundle', pem));
    expect(refused.code).toBe('REQUEST_REFUSED');
    expect(refused.message).toContain(message);
  });

  test.each([
    ['SHA-1', ['-newkey', 'rsa:2048', '-sha1'], 'SHA-1 with RSA'],
    ['a short key', ['-newkey', 'rsa:1024'], 'RSA keys < 2048 bits'],
    [
      'no authority',
      ['-newkey', 'rsa:2048', '-addext', 'basicConstraints=critical,CA:FALSE'],
      'not the certificate of an authority',
    ],
  ])('%s is refused, and nothing is stored', async (_what, options, message) => {
    const path = await mount();
    const { certificate } = selfSigned(...options);
    const good = await elsewhere();
    const refused = await refusal(
      world.imports.import(world.operator, path, 'ca', good.certificate + '\n' + certificate),
    );
    expect(refused.message).toContain(message);
    expect(await world.client.issuer.count({ where: { mount: { path } } })).toBe(0);
  });

  test('private keys come in only where they may', async () => {
    const { certificate, key } = await elsewhere();
    for (const way of ['cert', 'signed'] as const) {
      const refused = await refusal(world.imports.import(world.operator, await mount(), way, `${certificate}\n${key}`));
      expect(refused.message).toContain('private keys found in the PEM bundle but not allowed');
    }
  });

  test('what openssl made is an issuer like any other', async () => {
    const path = await mount();
    const made = selfSigned('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521', '-sha512');
    const { importedIssuers } = await world.imports.import(
      world.operator,
      path,
      'ca',
      `${made.key}\n${made.certificate}`,
    );
    const issuer = (await world.authorities.byPath(path)).issuer(importedIssuers[0]?.uuid ?? '');
    expect(issuer.signer().algorithm.name).toBe('sha512 with ECDSA');
  });
});

describe('an intermediate', () => {
  test.each([['rsa'], ['ec'], ['ed25519']])('of %s is requested, signed elsewhere and set', async (keyType) => {
    const root = await elsewhere();
    const path = await mount();
    const { csr } = await world.intermediates.generate(world.operator, path, 'internal', {
      commonName: 'Sub',
      keyType,
      addBasicConstraints: true,
      keyUsage: ['DigitalSignature'],
    });
    expect(openssl('req', '-in', fileOf(csr), '-noout', '-verify')).toMatchObject({ ok: true });
    const signed = signIntermediate(root.issuer, csr);
    const set = await world.imports.import(world.operator, path, 'signed', `${signed}\n${root.certificate}`);
    expect(set.importedIssuers).toHaveLength(2);
    const { defaultIssuer } = await world.authorities.byPath(path);
    expect(defaultIssuer?.certificate.subject.commonName).toBe('Sub');
    expect(defaultIssuer?.chain.map(({ isRoot }) => isRoot)).toEqual([false, true]);
    expect(defaultIssuer?.chainPemWithoutRoots).toHaveLength(1);
    const [own = '', above = ''] = defaultIssuer?.chainPem ?? [];
    expect(openssl('verify', '-attime', at, '-x509_strict', '-CAfile', fileOf(above), fileOf(own))).toMatchObject({
      ok: true,
    });
    expect(set.warnings.map(inVault).join()).not.toContain('beside each other');
  });

  test('that is called as its root is no root: it stays in chains without roots', async () => {
    const root = await elsewhere('Same');
    const path = await mount();
    const { csr } = await world.intermediates.generate(world.operator, path, 'internal', { ...ec, commonName: 'Same' });
    const signed = signIntermediate(root.issuer, csr);
    await world.imports.import(world.operator, path, 'signed', `${signed}\n${root.certificate}`);
    const { defaultIssuer } = await world.authorities.byPath(path);
    expect(defaultIssuer?.chain.map(({ isRoot }) => isRoot)).toEqual([false, true]);
    expect(defaultIssuer?.chainPemWithoutRoots).toHaveLength(1);
  });

  test('beside a root works and warns', async () => {
    const root = await elsewhere();
    const { csr } = await world.intermediates.generate(world.operator, root.path, 'internal', {
      ...ec,
      commonName: 'Sub',
    });
    const { warnings } = await world.imports.import(
      world.operator,
      root.path,
      'signed',
      signIntermediate(root.issuer, csr),
    );
    expect(warnings.map(inVault).join()).toContain('root and intermediate authorities beside each other');
  });

  test('without its key in the mount comes with a warning', async () => {
    const root = await elsewhere();
    const { csr } = await world.intermediates.generate(world.operator, await mount(), 'internal', ec);
    const { warnings } = await world.imports.import(
      world.operator,
      await mount(),
      'signed',
      signIntermediate(root.issuer, csr),
    );
    expect(warnings.map(inVault).join()).toContain('none of these issuers can sign');
  });

  test('cross-signed has two chains under one key', async () => {
    const [one, two] = [await elsewhere('One'), await elsewhere('Two')];
    const path = await mount();
    const { csr, key } = await world.intermediates.generate(world.operator, path, 'internal', {
      ...ec,
      commonName: 'Sub',
    });
    await world.imports.import(world.operator, path, 'signed', signIntermediate(one.issuer, csr) + one.certificate);
    world.clock.advance(1);
    const again = await world.intermediates.crossSign(world.operator, path, { commonName: 'Sub', keyRef: key.uuid });
    expect(again.key.id).toBe(key.id);
    await world.imports.import(
      world.operator,
      path,
      'signed',
      signIntermediate(two.issuer, again.csr) + two.certificate,
    );
    const { issuers } = await world.authorities.byPath(path);
    const chains = issuers
      .filter(({ isRoot }) => !isRoot)
      .map(({ chain }) => chain.map((each) => each.certificate.subject.commonName));
    expect(chains).toEqual([
      ['Sub', 'One'],
      ['Sub', 'Two'],
    ]);
    expect(await world.client.issuerKey.count({ where: { mount: { path } } })).toBe(1);
  });
});

describe('chains', () => {
  test('an operator may set one, and let it be built again', async () => {
    const [one, two] = [await elsewhere('One'), await elsewhere('Two')];
    const path = await mount();
    const { csr } = await world.intermediates.generate(world.operator, path, 'internal', { ...ec, commonName: 'Sub' });
    await world.imports.import(
      world.operator,
      path,
      'signed',
      [signIntermediate(one.issuer, csr), one.certificate, two.certificate].join('\n'),
    );
    const names = async () =>
      (await world.authorities.byPath(path)).issuer('default').chain.map((each) => each.certificate.subject.commonName);
    expect(await names()).toEqual(['Sub', 'One']);
    const { issuers } = await world.authorities.byPath(path);
    const byName = (name: string) => issuers.find((each) => each.certificate.subject.commonName === name)?.uuid ?? '';
    await world.issuers.update(world.operator, path, 'default', { manualChain: ['self', byName('Two')] });
    expect(await names()).toEqual(['Sub', 'Two']);
    await world.issuers.update(world.operator, path, 'default', { manualChain: [] });
    expect(await names()).toEqual(['Sub', 'One']);
    expect(
      await refusal(world.issuers.update(world.operator, path, 'default', { manualChain: ['nobody'] })),
    ).toMatchObject({
      code: 'ISSUER_NOT_FOUND',
    });
    await world.issuers.delete(world.operator, path, byName('One'));
    expect(await names()).toEqual(['Sub']);
  });

  test('roots that sign each other do not go round for ever', async () => {
    const [one, two] = [await elsewhere('One'), await elsewhere('Two')];
    const csrOf = async (path: string, commonName: string) =>
      (await world.intermediates.crossSign(world.operator, path, { commonName })).csr;
    const path = await mount();
    const crossed = [
      signIntermediate(one.issuer, await csrOf(two.path, 'Two')),
      signIntermediate(two.issuer, await csrOf(one.path, 'One')),
    ];
    await world.imports.import(world.operator, path, 'ca', [...crossed, one.certificate, two.certificate].join('\n'));
    const { issuers } = await world.authorities.byPath(path);
    for (const issuer of issuers) expect(new Set(issuer.chain).size).toBe(issuer.chain.length);
    expect(issuers[0]?.chain).toHaveLength(4);
  });
});
