import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCrl } from '../../../src/pki/x509/index.js';
import { day, hour, openTidyWorld, sliceSize } from './tidy-world.js';
import type { TidyWorld } from './tidy-world.js';

let world: TidyWorld;
beforeEach(async () => {
  world = await openTidyWorld();
});
afterEach(() => world.close());

describe('the certificate store', () => {
  test('loses what expired long enough ago, and nothing else', async () => {
    await world.expired(sliceSize * 2 + 3);
    await world.issue();
    await world.indexed();
    world.clock.advance(2 * hour);
    const before = await world.left();
    const ended = await world.tidied({ tidyCertStore: true, pageSize: 5 });
    expect(ended).toMatchObject({ state: 'finished', error: null, automatic: false });
    expect(ended.progress.counts.certStoreDeleted).toBe(sliceSize * 2 + 3);
    expect(await world.left()).toBe(before - sliceSize * 2 - 3);
    // The certificate has expired, but is within its buffer.
    expect((await world.tidied({ tidyCertStore: true })).progress.counts.certStoreDeleted).toBe(0);
    expect((await world.tidied({ tidyCertStore: true, safetyBuffer: 60 })).progress.counts.certStoreDeleted).toBe(1);
    const [begun] = await world.records('mount.tidy');
    expect(begun).toMatchObject({ actorName: 'olga', targetId: world.mountId });
    const [told] = await world.records('mount.tidied');
    expect(told?.details).toContain(`"certStoreDeleted":${sliceSize * 2 + 3}`);
  });

  test('has a buffer of its own for what was revoked', async () => {
    await world.expired(4);
    await world.client.certificate.updateMany({
      where: { id: { in: ['crt-Expired000000000', 'crt-Expired000000001'] } },
      data: { revokedAt: new Date(world.clock.now().getTime() - 40 * day) },
    });
    const only = await world.tidied({ tidyCertStore: true, revokedSafetyBuffer: 60 * 86_400 });
    expect(only.progress.counts.certStoreDeleted).toBe(2);
    const all = await world.tidied({ tidyCertStore: true });
    expect(all.progress.counts.certStoreDeleted).toBe(2);
  });

  test('loses what cannot be read, only when asked', async () => {
    await world.expired(3, new Date(world.clock.now().getTime() + day));
    await world.issue();
    await world.indexed();
    expect((await world.tidied({ tidyCertStore: true })).progress.counts.certStoreDeleted).toBe(0);
    expect((await world.tidied({ tidyInvalidCerts: true })).progress.counts.certStoreDeleted).toBe(3);
    expect(await world.left()).toBe(2);
  });

  test('keeps what belongs to another mount', async () => {
    await world.expired(2);
    await world.mounts.create(world.operator, 'other', {});
    expect((await world.tidied({ tidyCertStore: true }, 'other')).state).toBe('finished');
    expect(await world.client.certificate.count({ where: { id: { startsWith: 'crt-Expired' } } })).toBe(2);
  });
});

describe('revocations', () => {
  const onCrl = async (): Promise<number> => {
    const authority = await world.authorities.byPath('pki');
    const crl = await world.crls.current(authority, authority.issuer('default'), 'complete');
    return crl ? parseCrl(crl.der).entries.length : -1;
  };
  const revoked = async () => {
    const { serialNumber } = await world.issue();
    await world.revocations.revoke(world.operator, 'pki', { serialNumber });
    await world.indexed();
  };

  test('leave the CRL before they are removed, with their certificates', async () => {
    await revoked();
    expect(await onCrl()).toBe(1);
    world.clock.advance(hour + 4 * day);
    const ended = await world.tidied({ tidyRevokedCerts: true });
    expect(ended.progress.counts.revokedCertDeleted).toBe(1);
    expect([await world.client.revocation.count(), await onCrl()]).toEqual([0, 0]);
    // Of the root alone.
    expect(await world.left()).toBe(1);
  });

  test('stay while a CRL needs them: within the buffer, and where CRLs are rebuilt by time', async () => {
    await revoked();
    world.clock.advance(2 * hour);
    expect((await world.tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(0);
    await world.mountConfig.changeCrl(world.operator, 'pki', { autoRebuild: true });
    world.clock.advance(hour);
    expect((await world.tidied({ tidyRevokedCerts: true, safetyBuffer: 60 })).progress.counts.revokedCertDeleted).toBe(
      0,
    );
    expect([await world.client.revocation.count(), await onCrl()]).toEqual([1, 1]);
  });

  test('of an issuer that was deleted go too, and are counted while they are there', async () => {
    await revoked();
    await world.issuers.delete(world.operator, 'pki', 'root');
    expect((await world.tidied({ tidyRevokedCertIssuerAssociations: true })).progress.counts.missingIssuerCert).toBe(1);
    expect((await world.tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(0);
    world.clock.advance(5 * day);
    expect((await world.tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(1);
    expect(await world.client.revocation.count()).toBe(0);
  });

  test('go where CRLs are disabled and empty', async () => {
    await revoked();
    await world.mountConfig.changeCrl(world.operator, 'pki', { disable: true });
    world.clock.advance(5 * day);
    expect((await world.tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(1);
    await world.mountConfig.changeCrl(world.operator, 'pki', { disable: false });
    expect(await onCrl()).toBe(0);
  });
});

test('metadata goes when its certificate has expired long enough ago', async () => {
  const metadata = 'aGVsbG8=';
  await world.issue({ certMetadata: metadata });
  await world.issue({ certMetadata: metadata, ttl: 3600 });
  expect((await world.tidied({ tidyCertMetadata: true })).progress.counts.certMetadataDeleted).toBe(0);
  world.clock.advance(5 * day);
  await world.issue({ certMetadata: metadata });
  expect((await world.tidied({ tidyCertMetadata: true })).progress.counts.certMetadataDeleted).toBe(2);
  expect(await world.client.certificateMetadata.count()).toBe(1);
});

describe('issuers', () => {
  const short = (name: string) =>
    world.roots.generate(world.operator, 'pki', 'internal', {
      ...{ keyType: 'ec', commonName: name, issuerName: name, keyName: name, ttl: 86_400 },
    });
  const names = async () => (await world.authorities.byPath('pki')).issuers.map(({ name }) => name);
  const given = { tidyExpiredIssuers: true, issuerSafetyBuffer: 3600 };

  test('that expired go, the default one does not, and keys stay', async () => {
    await short('short');
    world.clock.advance(day + 30 * 60_000);
    await world.tidied(given);
    expect(await names()).toContain('short');
    await world.mountConfig.changeIssuers(world.operator, 'pki', { default: 'short' });
    world.clock.advance(day);
    await world.tidied(given);
    expect(await names()).toContain('short');
    await world.mountConfig.changeIssuers(world.operator, 'pki', { default: 'root' });
    await world.tidied(given);
    expect(await names()).toEqual(['root']);
    expect(await world.client.issuerKey.count({ where: { name: 'short' } })).toBe(1);
    expect(await world.records('issuer.delete')).toMatchObject([{ actorName: 'tidy', targetName: 'short' }]);
  });

  test('of which a revoked certificate is still valid stay', async () => {
    await short('short');
    const short_ = (await world.authorities.byPath('pki')).issuer('short');
    await world.issuers.update(world.operator, 'pki', 'short', { leafNotAfterBehavior: 'permit' });
    await world.roles.write(
      world.operator,
      { mount: 'pki', name: 'long' },
      { allowAnyName: true, keyType: 'ec', ttl: 30 * 86_400, issuerRef: 'short' },
    );
    const { serialNumber } = await world.issuance.issue(
      world.operator,
      { mount: 'pki', role: 'long' },
      { commonName: 'b.example' },
    );
    await world.revocations.revoke(world.operator, 'pki', { serialNumber });
    world.clock.advance(3 * day);
    await world.tidied(given);
    expect(await names()).toContain('short');
    expect(await world.client.crl.count({ where: { issuerId: short_.id } })).toBeGreaterThan(0);
    world.clock.advance(30 * day);
    await world.tidied(given);
    expect(await names()).toEqual(['root']);
  });
});

test('counts of what is stored are told where they are maintained', async () => {
  const { tidies, operator } = world;
  expect((await tidies.status(operator, 'pki')).counts).toBeNull();
  expect((await world.service.storedCounts()).size).toBe(0);
  await tidies.configure(operator, 'pki', { maintainStoredCertificateCounts: true });
  await world.expired(5_003);
  const { serialNumber } = await world.issue();
  await world.revocations.revoke(operator, 'pki', { serialNumber });
  const counts = { certificates: 5_005, revoked: 1 };
  expect((await tidies.status(operator, 'pki')).counts).toEqual(counts);
  expect((await world.service.storedCounts()).size).toBe(0);
  await tidies.configure(operator, 'pki', { publishStoredCertificateCountMetrics: true });
  expect([...(await world.service.storedCounts())]).toEqual([['pki', counts]]);
});

describe('configurations that cannot work are refused when they are written', () => {
  test.each([
    [{ safetyBuffer: 0 }, 'safetyBuffer'],
    [{ revokedSafetyBuffer: 0 }, 'revokedSafetyBuffer'],
    [{ issuerSafetyBuffer: 0 }, 'issuerSafetyBuffer'],
    [{ acmeAccountSafetyBuffer: 0 }, 'acmeAccountSafetyBuffer'],
    [{ revocationQueueSafetyBuffer: 0 }, 'revocationQueueSafetyBuffer'],
    [{ safetyBuffer: 4e9 }, 'safetyBuffer'],
    [{ pageSize: 4 }, 'pageSize'],
    [{ pageSize: 10_001 }, 'pageSize'],
    [{ pauseMilliseconds: -1 }, 'pauseMilliseconds'],
    [{ pauseMilliseconds: 60_001 }, 'pauseMilliseconds'],
  ])('%j', async (given, field) => {
    const refusal = { code: 'INVALID_INPUT', problems: [{ field: [field] }] };
    await expect(world.tidies.start(world.operator, 'pki', given)).rejects.toMatchObject(refusal);
    await expect(world.tidies.configure(world.operator, 'pki', given)).rejects.toMatchObject(refusal);
  });

  test.each([
    [{ enabled: true }, 'enabled'],
    [{ intervalDuration: -1 }, 'intervalDuration'],
    [{ minStartupBackoffDuration: 0 }, 'minStartupBackoffDuration'],
    [{ minStartupBackoffDuration: 1000 }, 'maxStartupBackoffDuration'],
    [{ publishStoredCertificateCountMetrics: true }, 'publishStoredCertificateCountMetrics'],
  ])('%j of the automatic one', async (given, field) => {
    await expect(world.tidies.configure(world.operator, 'pki', given)).rejects.toMatchObject({
      problems: [{ field: [field] }],
    });
    expect(await world.client.tidy.count()).toBe(0);
  });
});
