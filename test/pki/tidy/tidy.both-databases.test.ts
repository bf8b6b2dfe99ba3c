import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseCrl } from '../../../src/pki/x509/index.js';
import { defaultTidyParameters } from '../../../src/pki/tidy/tidy-parameters.js';
import type { TidyPart } from '../../../src/pki/tidy/tidy-part.js';
import { sliceSize } from '../../../src/pki/tidy/tidy-part.js';
import { tidyParts } from '../../../src/pki/tidy/tidy-parts.js';
import type { GivenTidy } from '../../../src/pki/tidy/tidies.js';
import { TidyJob } from '../../../src/pki/tidy/tidy.job.js';
import { TidyStore } from '../../../src/pki/tidy/tidy.store.js';
import { AuthorityChanges } from '../../../src/pki/changes.js';
import { CrlStore } from '../../../src/pki/crls/crl.store.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import pino from 'pino';
import { eventually } from '../../eventually.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

const hour = 3_600_000;
const day = 24 * hour;

let world: PkiWorld;
let mountId: string;
let issuerId: string;
beforeEach(async () => {
  world = await openPkiWorld();
  await world.roots.generate(world.operator, 'pki', 'internal', {
    ...{ keyType: 'ec', commonName: 'Root', issuerName: 'root', ttl: 10 * 365 * 86_400 },
  });
  await world.roles.write(
    world.operator,
    { mount: 'pki', name: 'web' },
    { allowAnyName: true, keyType: 'ec', ttl: 3600 },
  );
  const authority = await world.authorities.byPath('pki');
  mountId = authority.mount.id;
  issuerId = authority.issuer('default').id;
});
afterEach(() => world.close());

const issue = (more = {}) =>
  world.issuance.issue(world.operator, { mount: 'pki', role: 'web' }, { commonName: 'a.example', ...more });
const indexed = () => world.client.certificate.updateMany({ data: { indexed: true } });

/** Certificates whose content nobody reads, past their buffer. */
async function expired(count: number, notAfter = new Date(world.clock.now().getTime() - 30 * day)) {
  await world.client.certificate.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      ...{
        id: `crt-Expired${String(n).padStart(9, '0')}`,
        mountId,
        serialNumber: (0x10_0000 + n).toString(16),
        issuerId,
      },
      ...{ notBefore: notAfter, issuedAt: notAfter, notAfter, certificate: new Uint8Array([0]), indexed: true },
    })),
  });
}

const status = async () => (await world.tidies.status(world.operator, 'pki')).record;
async function tidied(given: GivenTidy) {
  const { started } = await world.tidies.start(world.operator, 'pki', given);
  expect(started).toBe(true);
  await vi.waitFor(async () => expect(['running', 'cancelling']).not.toContain((await status())?.state), eventually);
  const ended = await status();
  if (!ended) throw new Error('there is no status');
  return ended;
}
const records = async (action: string) => {
  await world.audit.flush();
  return world.client.auditRecord.findMany({ where: { action }, orderBy: { id: 'asc' } });
};
const left = () => world.client.certificate.count();

describe('the certificate store', () => {
  test('loses what expired long enough ago, and nothing else', async () => {
    await expired(sliceSize * 2 + 3);
    await issue();
    await indexed();
    world.clock.advance(2 * hour);
    const before = await left();
    const ended = await tidied({ tidyCertStore: true, pageSize: 5 });
    expect(ended).toMatchObject({ state: 'finished', error: null, automatic: false });
    expect(ended.progress.counts.certStoreDeleted).toBe(sliceSize * 2 + 3);
    expect(await left()).toBe(before - sliceSize * 2 - 3);
    // The certificate has expired, but is within its buffer.
    expect((await tidied({ tidyCertStore: true })).progress.counts.certStoreDeleted).toBe(0);
    expect((await tidied({ tidyCertStore: true, safetyBuffer: 60 })).progress.counts.certStoreDeleted).toBe(1);
    const [begun] = await records('mount.tidy');
    expect(begun).toMatchObject({ actorName: 'olga', targetId: mountId });
    const [told] = await records('mount.tidied');
    expect(told?.details).toContain(`"certStoreDeleted":${sliceSize * 2 + 3}`);
  });

  test('has a buffer of its own for what was revoked', async () => {
    await expired(4);
    await world.client.certificate.updateMany({
      where: { id: { in: ['crt-Expired000000000', 'crt-Expired000000001'] } },
      data: { revokedAt: new Date(world.clock.now().getTime() - 40 * day) },
    });
    const only = await tidied({ tidyCertStore: true, revokedSafetyBuffer: 60 * 86_400 });
    expect(only.progress.counts.certStoreDeleted).toBe(2);
    const all = await tidied({ tidyCertStore: true });
    expect(all.progress.counts.certStoreDeleted).toBe(2);
  });

  test('loses what cannot be read, only when asked', async () => {
    await expired(3, new Date(world.clock.now().getTime() + day));
    await issue();
    await indexed();
    expect((await tidied({ tidyCertStore: true })).progress.counts.certStoreDeleted).toBe(0);
    expect((await tidied({ tidyInvalidCerts: true })).progress.counts.certStoreDeleted).toBe(3);
    expect(await left()).toBe(2);
  });

  test('keeps what belongs to another mount', async () => {
    await expired(2);
    await world.mounts.create(world.operator, 'other', {});
    expect((await world.tidies.start(world.operator, 'other', { tidyCertStore: true })).started).toBe(true);
    const ofOther = async () => (await world.tidies.status(world.operator, 'other')).record?.state;
    await vi.waitFor(async () => expect(await ofOther()).toBe('finished'), eventually);
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
    const { serialNumber } = await issue();
    await world.revocations.revoke(world.operator, 'pki', { serialNumber });
    await indexed();
  };

  test('leave the CRL before they are removed, with their certificates', async () => {
    await revoked();
    expect(await onCrl()).toBe(1);
    world.clock.advance(hour + 4 * day);
    const ended = await tidied({ tidyRevokedCerts: true });
    expect(ended.progress.counts.revokedCertDeleted).toBe(1);
    expect([await world.client.revocation.count(), await onCrl()]).toEqual([0, 0]);
    // Of the root alone.
    expect(await left()).toBe(1);
  });

  test('stay while a CRL needs them: within the buffer, and where CRLs are rebuilt by time', async () => {
    await revoked();
    world.clock.advance(2 * hour);
    expect((await tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(0);
    await world.mountConfig.changeCrl(world.operator, 'pki', { autoRebuild: true });
    world.clock.advance(hour);
    expect((await tidied({ tidyRevokedCerts: true, safetyBuffer: 60 })).progress.counts.revokedCertDeleted).toBe(0);
    expect([await world.client.revocation.count(), await onCrl()]).toEqual([1, 1]);
  });

  test('of an issuer that was deleted go too, and are counted while they are there', async () => {
    await revoked();
    await world.issuers.delete(world.operator, 'pki', 'root');
    expect((await tidied({ tidyRevokedCertIssuerAssociations: true })).progress.counts.missingIssuerCert).toBe(1);
    expect((await tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(0);
    world.clock.advance(5 * day);
    expect((await tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(1);
    expect(await world.client.revocation.count()).toBe(0);
  });

  test('go where CRLs are disabled and empty', async () => {
    await revoked();
    await world.mountConfig.changeCrl(world.operator, 'pki', { disable: true });
    world.clock.advance(5 * day);
    expect((await tidied({ tidyRevokedCerts: true })).progress.counts.revokedCertDeleted).toBe(1);
    await world.mountConfig.changeCrl(world.operator, 'pki', { disable: false });
    expect(await onCrl()).toBe(0);
  });
});

test('metadata goes when its certificate has expired long enough ago', async () => {
  const metadata = 'aGVsbG8=';
  await issue({ certMetadata: metadata });
  await issue({ certMetadata: metadata, ttl: 3600 });
  expect((await tidied({ tidyCertMetadata: true })).progress.counts.certMetadataDeleted).toBe(0);
  world.clock.advance(5 * day);
  await issue({ certMetadata: metadata });
  expect((await tidied({ tidyCertMetadata: true })).progress.counts.certMetadataDeleted).toBe(2);
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
    await tidied(given);
    expect(await names()).toContain('short');
    await world.mountConfig.changeIssuers(world.operator, 'pki', { default: 'short' });
    world.clock.advance(day);
    await tidied(given);
    expect(await names()).toContain('short');
    await world.mountConfig.changeIssuers(world.operator, 'pki', { default: 'root' });
    await tidied(given);
    expect(await names()).toEqual(['root']);
    expect(await world.client.issuerKey.count({ where: { name: 'short' } })).toBe(1);
    expect(await records('issuer.delete')).toMatchObject([{ actorName: 'tidy', targetName: 'short' }]);
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
    await tidied(given);
    expect(await names()).toContain('short');
    expect(await world.client.crl.count({ where: { issuerId: short_.id } })).toBeGreaterThan(0);
    world.clock.advance(30 * day);
    await tidied(given);
    expect(await names()).toEqual(['root']);
  });
});

describe('a run', () => {
  /** A second server's work on the same database, with parts of its own if they are given. */
  const jobOf = (parts?: readonly TidyPart[]) => {
    const { database, crls, log: _log, ...deps } = { ...world, log: null };
    const log = pino({ level: 'silent' });
    const changes = new AuthorityChanges(world);
    const all = tidyParts({ database, crls, changes, log, crlStore: new CrlStore({ database }) });
    const jobs = new JobStore({ database, clock: world.clock });
    return new TidyJob({ ...deps, database, jobs, log, store: new TidyStore({ database }), parts: parts ?? all });
  };
  const begun = async (parameters: Partial<typeof defaultTidyParameters>) => {
    const store = new TidyStore({ database: world.database });
    const about = { automatic: false, now: world.clock.now() };
    await world.database.transaction((tx) =>
      store.begin(tx, mountId, { ...defaultTidyParameters, ...parameters }, about),
    );
  };
  const never = new AbortController().signal;

  test('is the only one of its mount, and can be cancelled', async () => {
    await expired(3);
    await begun({ tidyCertStore: true });
    const second = await world.tidies.start(world.operator, 'pki', { tidyCertStore: true });
    expect(second).toMatchObject({ started: false, warnings: ['Tidy operation already in progress.'] });
    expect((await world.tidies.cancel(world.operator, 'pki')).cancelled).toBe(true);
    expect((await status())?.state).toBe('cancelling');
    await jobOf().run(mountId, never);
    expect(await status()).toMatchObject({ state: 'cancelled', finishedAt: world.clock.now() });
    expect(await world.client.certificate.count({ where: { id: { startsWith: 'crt-Expired' } } })).toBe(3);
    const none = await world.tidies.cancel(world.operator, 'pki');
    expect(none).toMatchObject({ cancelled: false, warnings: [expect.stringContaining('none is currently running')] });
    const details = (await records('mount.tidy-cancel')).map((row) => row.details?.includes('"atWork":true'));
    expect(details).toEqual([true, false]);
  });

  test('goes on where it was killed, at any slice, and counts nothing twice', async () => {
    const slices = 4;
    for (let kills = 1; kills <= slices; kills += 1) {
      await world.client.certificate.deleteMany({ where: { id: { startsWith: 'crt-Expired' } } });
      await expired(sliceSize * slices);
      await begun({ tidyCertStore: true });
      const dying = new AbortController();
      let seen = 0;
      const counted = tidyParts({
        ...{ database: world.database, crls: world.crls, changes: new AuthorityChanges(world) },
        ...{ log: pino({ level: 'silent' }), crlStore: new CrlStore({ database: world.database }) },
      }).map((part) => ({
        ...part,
        page: async (...asked: Parameters<TidyPart['page']>) =>
          (await part.page(...asked)).map((slice) => ({
            ...slice,
            change: async (tx: Parameters<typeof slice.change>[0]) => {
              const result = await slice.change(tx);
              if (++seen === kills) {
                dying.abort();
                // As a process that ends before the commit: nothing of this slice is kept.
                throw new Error('killed');
              }
              return result;
            },
          })),
      }));
      await expect(jobOf(counted).run(mountId, dying.signal)).rejects.toThrow();
      expect((await status())?.state).toBe('running');
      expect((await status())?.progress.counts.certStoreDeleted).toBe(sliceSize * (kills - 1));
      await jobOf().run(mountId, never);
      expect(await status()).toMatchObject({
        state: 'finished',
        progress: { counts: { certStoreDeleted: sliceSize * slices } },
      });
    }
  });

  test('is done by one of two servers that both take it for theirs', async () => {
    await expired(sliceSize * 6);
    await begun({ tidyCertStore: true });
    await Promise.all([jobOf().run(mountId, never), jobOf().run(mountId, never)]);
    await jobOf().run(mountId, never);
    expect(await status()).toMatchObject({
      state: 'finished',
      progress: { counts: { certStoreDeleted: sliceSize * 6 } },
    });
    expect(await records('mount.tidied')).toHaveLength(1);
  });

  test('that fails says so, and where', async () => {
    await begun({ tidyCertStore: true });
    const broken: TidyPart = {
      name: 'something',
      wanted: () => true,
      page: () => Promise.reject(new TypeError('a secret of the program')),
    };
    await jobOf([broken]).run(mountId, never);
    const ended = await status();
    expect(ended).toMatchObject({ state: 'error', progress: { part: 'something' } });
    expect(ended?.error).not.toContain('secret');
  });

  test('ends with its mount', async () => {
    await begun({ tidyCertStore: true });
    await world.client.mount.delete({ where: { id: mountId } });
    expect(await jobOf().run(mountId, never)).toBeUndefined();
  });

  test('begins by itself an interval after the last one, and not right after a start', async () => {
    const { configure } = {
      configure: (given: Parameters<typeof world.tidies.configure>[2]) =>
        world.tidies.configure(world.operator, 'pki', given),
    };
    const job = jobOf();
    await configure({
      ...{ enabled: true, tidyCertStore: true, intervalDuration: 7200 },
      ...{ minStartupBackoffDuration: 10_800, maxStartupBackoffDuration: 10_800 },
    });
    const start = world.clock.now().getTime();
    world.clock.advance(2 * hour);
    expect(await job.run(mountId, never)).toEqual(new Date(start + 3 * hour));
    expect((await status())?.state).toBe('inactive');
    world.clock.advance(hour);
    expect(await job.run(mountId, never)).toEqual(new Date(start + 5 * hour));
    expect(await status()).toMatchObject({ state: 'finished', automatic: true, automaticEndedAt: world.clock.now() });
    expect((await world.tidies.status(world.operator, 'pki')).nextAt).toEqual(new Date(start + 5 * hour));
    await configure({ enabled: false });
    expect(await job.run(mountId, never)).toBeUndefined();
  });

  test('pauses, and is cancelled in a pause', async () => {
    await expired(sliceSize * 2);
    await world.tidies.start(world.operator, 'pki', { tidyCertStore: true, pauseMilliseconds: 60_000 });
    await vi.waitFor(
      async () => expect((await status())?.progress.counts.certStoreDeleted).toBe(sliceSize),
      eventually,
    );
    await world.tidies.cancel(world.operator, 'pki');
    await vi.waitFor(async () => expect((await status())?.state).toBe('cancelled'), eventually);
    expect((await status())?.progress.counts.certStoreDeleted).toBe(sliceSize);
  });
});

test('counts of what is stored are told where they are maintained', async () => {
  const { tidies, operator } = world;
  expect((await tidies.status(operator, 'pki')).counts).toBeNull();
  expect((await world.service.storedCounts()).size).toBe(0);
  await tidies.configure(operator, 'pki', { maintainStoredCertificateCounts: true });
  await expired(5_003);
  const { serialNumber } = await issue();
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
