import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { crlConfigFault, defaultCrlConfig } from '../../../src/pki/config/crl-config.js';
import { filledUrls, templateFault } from '../../../src/pki/config/templates.js';
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
  test.each([
    ['http://x', undefined],
    ['http://x/{{issuer_id}}', undefined],
    ['{{ cluster_path }}/x', undefined],
    ['{{cluster_aia_path}}/x', '{{cluster_aia_path}} needs config/cluster to be set'],
    ['http://x/{{role}}', 'unknown template {{role}}'],
    ['http://x/{{issuer_id', 'a template that does not end'],
  ])('%s: %s', (text, fault) => {
    expect(templateFault(text, cluster)).toBe(fault);
  });

  test('are text while templating is off, and never come out unfilled while it is on', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{{issuer_id}}', '{{cluster_aia_path}}', 'a', '{{', '}}', '/')), (parts) => {
        const urls = { ...defaultUrlsConfig, ocspServers: [`http://x/${parts.join('')}`] };
        const values = { ...cluster, issuerId: 'id' };
        expect(filledUrls(urls, values)).toEqual(urls);
        const filled = filledUrls({ ...urls, enableTemplating: true }, values).ocspServers;
        expect(filled.join()).not.toMatch(/\{\{|\}\}/);
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
    [{ ocspServers: ['{{cluster_path}}'], enableTemplating: true }],
    [{ ocspServers: Array.from({ length: 65 }, () => 'http://x.example.com') }],
    [{ ocspServers: [`http://x.example.com/${'a'.repeat(3000)}`] }],
  ])('%j is refused', async (given) => {
    expect((await refusal(world.mountConfig.changeUrls(world.operator, 'pki', given))).code).toBe('INVALID_INPUT');
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
