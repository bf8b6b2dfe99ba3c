import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { crlConfigFault, defaultCrlConfig } from '../../../src/pki/config/crl-config.js';
import { addressFault } from '../../../src/pki/config/addresses.js';
import { inGraphql, inVault } from '../../../src/platform/wording.js';
import { filledUrls, issuerUrls } from '../../../src/pki/config/templates.js';
import { defaultUrlsConfig } from '../../../src/pki/config/urls-config.js';
import { refusal } from '../../state/world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

describe('config/crl', () => {
  test.each([
    [{}, undefined],
    [{ expiry: 0 }, 'expiry'],
    [{ ocspExpiry: 0 }, undefined],
    [{ autoRebuild: true }, undefined],
    [{ autoRebuild: true, autoRebuildGracePeriod: 72 * 3600 }, 'autoRebuildGracePeriod'],
    [{ autoRebuild: true, enableDelta: true }, undefined],
    [{ autoRebuild: true, enableDelta: true, deltaRebuildInterval: 72 * 3600 }, 'deltaRebuildInterval'],
    [{ enableDelta: true }, 'enableDelta'],
    [{ maxCrlEntries: -2 }, 'maxCrlEntries'],
    [{ maxCrlEntries: -1 }, undefined],
    [{ unifiedCrl: true }, 'unifiedCrl'],
    [{ unifiedCrl: true, autoRebuild: true }, undefined],
    [{ crossClusterRevocation: true }, 'crossClusterRevocation'],
    [{ crossClusterRevocation: true, autoRebuild: true }, undefined],
    [{ unifiedCrlOnExistingPaths: true }, 'unifiedCrlOnExistingPaths'],
  ])('%j breaks %s', (given, field) => {
    expect(crlConfigFault({ ...defaultCrlConfig, ...given })?.field).toBe(field);
  });

  test('fields that are not named stay', async () => {
    await world.mountConfig.changeCrl(world.operator, 'pki', { expiry: 7200, autoRebuildGracePeriod: 60 });
    expect(await world.mountConfig.changeCrl(world.operator, 'pki', { disable: true })).toEqual({
      ...defaultCrlConfig,
      ...{ expiry: 7200, autoRebuildGracePeriod: 60, disable: true },
    });
    expect((await world.authorities.byPath('pki')).mount.crl.disable).toBe(true);
  });
});

describe('templates', () => {
  const cluster = { path: 'https://c/v1/pki', aiaPath: '' };
  const values = { ...cluster, issuerId: 'id' };

  test.each([
    ['http://x', true, undefined],
    ['http://x/{{issuer_id}}', true, undefined],
    ['{{ cluster_path }}/x', true, undefined],
    ['{{cluster_aia_path}}/x', true, undefined],
    [
      'x{{cluster_path}}',
      true,
      'invalid URL found in Authority Information Access (AIA) parameter issuing_certificates: x{{cluster_path}}',
    ],
    [
      'http://x/{{role}}',
      true,
      'invalid URL found in Authority Information Access (AIA) parameter issuing_certificates: "http://x/{{role}}": unknown template {{role}}',
    ],
    [
      'http://x/{{issuer_id',
      true,
      'invalid URL found in Authority Information Access (AIA) parameter issuing_certificates: "http://x/{{issuer_id": a template that does not end',
    ],
    ['http://x', false, undefined],
    [
      'http://x/{{issuer_id}}',
      false,
      'invalid URL found in Authority Information Access (AIA) parameter issuing_certificates: "http://x/{{issuer_id}}": templating is not enabled',
    ],
    [
      'http://x/{{',
      false,
      'invalid URL found in Authority Information Access (AIA) parameter issuing_certificates: "http://x/{{": templating is not enabled',
    ],
    [
      'http://x/}}',
      false,
      'invalid URL found in Authority Information Access (AIA) parameter issuing_certificates: "http://x/}}": templating is not enabled',
    ],
  ])('%s, templating %s: %s', (text, templated, fault) => {
    expect(inVault(addressFault('issuingCertificates', [text], templated) ?? '')).toBe(fault ?? '');
  });

  test('the list is named as each caller knows it', () => {
    const fault = addressFault('ocspServers', ['x'], false) ?? '';
    expect([inVault(fault), inGraphql(fault)]).toEqual([
      'invalid URL found in Authority Information Access (AIA) parameter ocsp_servers: x',
      'invalid URL found in Authority Information Access (AIA) parameter ocspServers: x',
    ]);
  });

  test.each([
    ['http://x/{{issuer_id}}', true, 'http://x/id'],
    ['{{ cluster_path }}/x', true, 'https://c/v1/pki/x'],
    ['http://x', false, 'http://x'],
    [
      '{{cluster_aia_path}}/x',
      true,
      'unable to template AIA URLs as we lack local cluster address information (aia_path)',
    ],
    ['x{{cluster_path}}', true, 'error validating templated AIA URLs; invalid URI: xhttps://c/v1/pki'],
    ['http://x/{{role}}', true, 'error validating templated AIA URLs; invalid URI: http://x/{{role}}'],
    ['http://x/{{issuer_id}}', false, 'http://x/{{issuer_id}} has a template, and templating is not enabled'],
  ])('%s, templating %s, becomes or lacks %s', (text, enableTemplating, outcome) => {
    const filled = filledUrls({ ...defaultUrlsConfig, ocspServers: [text], enableTemplating }, values);
    expect(inVault(filled.lacking ?? filled.ocspServers.join())).toBe(outcome);
  });

  test('an own list that is not complete is said; a list of the mount that it replaces does not count', () => {
    const own = { ...defaultUrlsConfig, ocspServers: ['http://o'] };
    const mount = { ...defaultUrlsConfig, ocspServers: ['{{cluster_aia_path}}/o'], enableTemplating: true };
    expect(issuerUrls(own, mount, values).lacking).toBeNull();
    expect(inVault(issuerUrls(mount, own, values).lacking ?? '')).toContain('aia_path');
    expect(inGraphql(issuerUrls(mount, own, values).lacking ?? '')).toContain('aiaPath');
  });

  test('never come out unfilled, and nothing vanishes without a word', () => {
    const part = fc.constantFrom('{{issuer_id}}', '{{cluster_aia_path}}', '{{cluster_path}}', 'a', '{{', '}}', '/');
    fc.assert(
      fc.property(fc.array(part), fc.boolean(), (parts, enableTemplating) => {
        const urls = { ...defaultUrlsConfig, ocspServers: [`http://x/${parts.join('')}`], enableTemplating };
        const { ocspServers, lacking } = filledUrls(urls, values);
        expect(ocspServers.join()).not.toMatch(/\{\{|\}\}/);
        expect(ocspServers).toHaveLength(lacking === null ? 1 : 0);
      }),
    );
  });
});

describe('config/urls and config/cluster', () => {
  test.each([
    [{ ocspServers: ['example.com'] }],
    [{ issuingCertificates: ['javascript:alert(1)'] }],
    [{ crlDistributionPoints: ['http://exämple.com/crl'] }],
    [{ crlDistributionPoints: ['http://'] }],
    [{ ocspServers: ['http://x/{{issuer_id}}'] }],
    [{ ocspServers: ['{{cluster_path}}{{'], enableTemplating: true }],
    [{ ocspServers: Array.from({ length: 65 }, () => 'http://x.example.com') }],
    [{ ocspServers: [`http://x.example.com/${'a'.repeat(3000)}`] }],
  ])('%j is refused', async (given) => {
    expect((await refusal(world.mountConfig.changeUrls(world.operator, 'pki', given))).code).toBe('INVALID_INPUT');
  });

  test('without templating a template is refused, also where it was one before', async () => {
    const { path } = await world.mounts.create(world.operator, 'templated', {});
    const ocspServers = ['http://x/{{issuer_id}}'];
    await world.mountConfig.changeUrls(world.operator, path, { ocspServers, enableTemplating: true });
    const refused = await refusal(world.mountConfig.changeUrls(world.operator, path, { enableTemplating: false }));
    expect(refused.message).toBe(
      'invalid URL found in Authority Information Access (AIA) parameter ocsp_servers: "http://x/{{issuer_id}}": templating is not enabled',
    );
  });

  test('templates are taken before the cluster has its paths, and nothing is issued until it has', async () => {
    const { path } = await world.mounts.create(world.operator, 'before-cluster', {});
    const root = { commonName: 'R', keyType: 'ec' };
    await world.roots.generate(world.operator, path, 'internal', root);
    const ocspServers = ['{{cluster_path}}/ocsp'];
    const changed = await world.mountConfig.changeUrls(world.operator, path, { ocspServers, enableTemplating: true });
    const lacking = 'unable to template AIA URLs as we lack local cluster address information (path)';
    for (const shown of [changed, await world.mountConfig.urls(world.operator, path)])
      expect(inVault(shown.lacking ?? '')).toBe(lacking);
    const unready = await world.authorities.byPath(path);
    expect(() => unready.issuerFor('default', 'issuing-certificates')).toThrow(
      `unable to parse AIA URL information: ${lacking}`,
    );
    expect(() => unready.issuer('default').extensions).toThrow(lacking);
    expect(unready.issuerFor('default', 'crl-signing').urls.ocspServers).toEqual([]);
    expect((await refusal(world.roots.generate(world.operator, path, 'internal', root))).message).toContain(lacking);
    await world.mountConfig.changeCluster(world.operator, path, { path: 'https://c.example.com/v1/pki' });
    const ready = (await world.authorities.byPath(path)).issuerFor('default', 'issuing-certificates');
    expect(ready.urls).toMatchObject({ ocspServers: ['https://c.example.com/v1/pki/ocsp'], lacking: null });
  });

  test('an address of the cluster is an address', async () => {
    expect((await refusal(world.mountConfig.changeCluster(world.operator, 'pki', { path: 'x' }))).code).toBe(
      'INVALID_INPUT',
    );
    expect(await world.mountConfig.changeCluster(world.operator, 'pki', { aiaPath: 'http://c/v1/pki' })).toEqual({
      path: '',
      aiaPath: 'http://c/v1/pki',
    });
  });
});

describe('config/issuers and config/keys', () => {
  test.each([[''], ['default']])('"%s" is no issuer and no key to name', async (reference) => {
    const issuers = world.mountConfig.changeIssuers(world.operator, 'pki', { default: reference });
    expect((await refusal(issuers)).code).toBe('INVALID_INPUT');
    expect((await refusal(world.mountConfig.changeKeys(world.operator, 'pki', reference))).code).toBe('INVALID_INPUT');
  });

  test('a default that cannot sign comes with a warning', async () => {
    const path = (await world.mounts.create(world.operator, 'other', {})).path;
    const root = await world.roots.generate(world.operator, path, 'internal', { commonName: 'R', keyType: 'ec' });
    await world.imports.import(world.operator, 'pki', 'cert', root.certificate);
    const { issuers } = await world.authorities.byPath('pki');
    const changed = await world.mountConfig.changeIssuers(world.operator, 'pki', { default: issuers[0]?.uuid ?? '' });
    expect(changed.warnings[0]).toContain('has no key associated with it');
    expect(changed.config).toMatchObject({ defaultIssuerId: issuers[0]?.id, defaultFollowsLatestIssuer: false });
  });
});
