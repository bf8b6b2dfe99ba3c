import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shardAddress } from '../../../src/pki/config/crl-shards.js';
import { ScopedCrlStore } from '../../../src/pki/crls/scoped/scoped-crl.store.js';
import { ScopedCrls } from '../../../src/pki/crls/scoped/scoped-crls.js';
import { ScopedRows } from '../../../src/pki/crls/scoped/scoped-rows.js';
import { TakingPart } from '../../../src/pki/crls/scoped/taking-part.js';
import { CrlBuilder } from '../../../src/pki/crls/crl-builder.js';
import { CrlStore } from '../../../src/pki/crls/crl.store.js';
import type { AskedCrl } from '../../../src/pki/crls/served-crls.js';
import { RevokedRows } from '../../../src/pki/crls/revoked-rows.js';
import {
  basicConstraints,
  buildOcspRequest,
  certIdOf,
  encodePem,
  parseCrl,
  randomSerialNumber,
} from '../../../src/pki/x509/index.js';
import type { SerialNumber } from '../../../src/pki/x509/index.js';
import { JobProgress } from '../../../src/platform/jobs/job-progress.js';
import { refusal } from '../../state/world.js';
import { certified } from '../revocation/certified.js';
import { fileOf, openPkiWorld, openssl } from '../world.js';
import type { PkiWorld } from '../world.js';
import { parseOcspResponse } from '../x509/ocsp-response-reader.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

const hour = 3_600_000;
const day = 24 * hour;
let count = 0;

type CrlChange = Parameters<PkiWorld['mountConfig']['changeCrl']>[2];
const configure = (path: string, given: CrlChange) => world.mountConfig.changeCrl(world.operator, path, given);

/** Mounts that have one authority with its key. */
async function together(names: number, config: CrlChange = { autoRebuild: true, unifiedCrl: true }) {
  const [first = '', ...others] = await Promise.all(
    Array.from(
      { length: names },
      async () => (await world.mounts.create(world.operator, `scoped-${++count}`, {})).path,
    ),
  );
  const wish = { keyType: 'ec', commonName: `Root ${count}` } as const;
  const root = await world.roots.generate(world.operator, first, 'exported', wish);
  const bundle = `${root.privateKey ?? ''}\n${root.certificate}`;
  for (const path of others) await world.imports.import(world.operator, path, 'bundle', bundle);
  for (const path of [first, ...others]) await configure(path, config);
  await world.service.jobs.idle();
  return { paths: [first, ...others], bundle, certificate: root.certificate };
}

async function revokedIn(path: string): Promise<SerialNumber> {
  const { pem, serialNumber } = await certified(world, path);
  await world.revocations.revoke(world.operator, path, { certificate: pem });
  return serialNumber;
}

async function served(path: string, asked: AskedCrl = { kind: 'complete', path: 'unified' }) {
  const authority = await world.authorities.byPath(path);
  const crl = await world.servedCrls.current(authority, authority.issuer('default'), asked);
  if (!crl) return undefined;
  const der = await crl.octets.joined();
  const { entries, number, deltaBase, issuingDistributionPoint, extensions } = parseCrl(der);
  const held = entries.map(({ serialNumber }) => serialNumber).toSorted();
  return { held, number: number ?? -1n, deltaBase, issuingDistributionPoint, extensions, der };
}

const rotate = (path: string, kind: 'complete' | 'delta' = 'complete') =>
  world.crlRotation.rotate(world.operator, path, kind);

async function status(path: string, serialNumber: SerialNumber, of: 'existing' | 'unified') {
  const authority = await world.authorities.byPath(path);
  const certId = certIdOf(authority.issuer('default').certificate, serialNumber);
  const { der } = await world.ocsp.answer(authority, buildOcspRequest([certId]), of);
  return parseOcspResponse(der).basic?.responses[0]?.status.type;
}

describe('unified CRLs', () => {
  test('hold what any mount revoked that has the same authority and takes part, and nothing else', async () => {
    const { paths } = await together(3);
    const [a = '', b = '', c = ''] = paths;
    await configure(c, { unifiedCrl: false });
    const [inA, inB, inC] = [await revokedIn(a), await revokedIn(b), await revokedIn(c)];
    await rotate(a);
    await rotate(c);
    const everywhere = [inA, inB].toSorted();
    expect((await served(a))?.held).toEqual(everywhere);
    expect(await served(b)).toMatchObject({ held: everywhere, number: (await served(a))?.number });
    // Of its own, as before.
    expect((await served(a, { kind: 'complete', path: 'existing' }))?.held).toEqual([inA]);
    expect((await served(c))?.held).toEqual([inC]);
    expect([await status(a, inB, 'unified'), await status(a, inB, 'existing')]).toEqual(['revoked', 'good']);
    expect([await status(a, inC, 'unified'), await status(c, inA, 'unified')]).toEqual(['good', 'good']);
    const listed = await world.unifiedRevocations.page(world.operator, a, { size: 10, after: null });
    expect(listed.map(({ serialNumber }) => serialNumber)).toEqual(everywhere);
    const [firstOf = ''] = everywhere;
    const rest = await world.unifiedRevocations.page(world.operator, b, { size: 10, after: firstOf });
    expect(rest.map(({ serialNumber }) => serialNumber)).toEqual(everywhere.slice(1));
    expect(await world.unifiedRevocations.page(world.operator, c, { size: 10, after: null })).toEqual([]);
    const page = { size: 1, from: 'start', after: null, before: null } as const;
    const first = await world.unifiedRevocations.connection(world.operator, a, page);
    expect([
      first.nodes.map(({ serialNumber }) => serialNumber),
      first.pageInfo.hasNextPage,
      await first.count(),
    ]).toEqual([everywhere.slice(0, 1), true, 2n]);
    const backwards = await world.unifiedRevocations.connection(world.operator, b, { ...page, from: 'end' });
    expect(backwards.nodes.map(({ serialNumber }) => serialNumber)).toEqual(everywhere.slice(1));
    const ended = await world.unifiedRevocations.connection(world.operator, a, {
      ...{ ...page, size: 10, after: first.pageInfo.endCursor },
    });
    expect([ended.nodes.length, ended.pageInfo.hasNextPage]).toEqual([1, false]);
  });

  test('a mount with only the certificate of an authority puts nothing on them', async () => {
    const { paths, certificate } = await together(1);
    const [a = ''] = paths;
    const { path: stranger } = await world.mounts.create(world.operator, `scoped-${++count}`, {});
    await world.imports.import(world.operator, stranger, 'cert', certificate);
    await configure(stranger, { autoRebuild: true, unifiedCrl: true });
    const { pem } = await certified(world, a);
    await world.revocations.revoke(world.operator, stranger, { certificate: pem });
    await rotate(a);
    expect((await served(a))?.held).toEqual([]);
    expect(await world.unifiedRevocations.page(world.operator, stranger, { size: 10, after: null })).toEqual([]);
  });

  test('stand on the existing paths where a mount says so, with numbers that only increase', async () => {
    const { paths } = await together(2);
    const [a = '', b = ''] = paths;
    for (let times = 0; times < 5; times += 1) await rotate(a);
    const existing = { kind: 'complete', path: 'existing' } as const;
    const own = await served(a, existing);
    const inB = await revokedIn(b);
    await rotate(b);
    await configure(a, { unifiedCrlOnExistingPaths: true });
    const unified = await served(a, existing);
    expect(unified?.held).toEqual([inB]);
    expect(unified?.number).toBeGreaterThan(own?.number ?? 0n);
    expect(await status(a, inB, 'existing')).toBe('revoked');
    await configure(a, { unifiedCrlOnExistingPaths: false });
    await rotate(a);
    const again = await served(a, existing);
    expect(again?.held).toEqual([]);
    expect(again?.number).toBeGreaterThan(unified?.number ?? 0n);
  });

  test('have deltas, with what came since', async () => {
    const { paths } = await together(2, { autoRebuild: true, unifiedCrl: true, enableDelta: true });
    const [a = '', b = ''] = paths;
    const early = await revokedIn(b);
    await rotate(a);
    const late = await revokedIn(b);
    await rotate(a, 'delta');
    const [complete, delta] = [await served(a), await served(b, { kind: 'delta', path: 'unified' })];
    expect([complete?.held, delta?.held]).toEqual([[early], [late]]);
    expect(delta?.deltaBase).toBe(complete?.number);
  });

  test('are built by the jobs of mounts: in time, with who comes, and without who leaves', async () => {
    const { paths, bundle } = await together(2);
    const [a = '', b = ''] = paths;
    const inB = await revokedIn(b);
    world.clock.advance(61 * hour);
    await world.service.jobs.idle();
    expect((await served(a))?.held).toEqual([inB]);
    const { path: late } = await world.mounts.create(world.operator, `scoped-${++count}`, {});
    await world.imports.import(world.operator, late, 'bundle', bundle);
    await configure(late, { autoRebuild: true });
    const inLate = await revokedIn(late);
    await configure(late, { unifiedCrl: true });
    await world.service.jobs.idle();
    expect((await served(a))?.held).toEqual([inB, inLate].toSorted());
    await world.mounts.delete(world.operator, b);
    await rotate(a);
    expect((await served(a))?.held).toEqual([inLate]);
  });

  test('keep an entry for one more after its certificate expired', async () => {
    const { paths } = await together(1);
    const [a = ''] = paths;
    const leaf = await certified(world, a, { notAfter: new Date(world.clock.now().getTime() + hour) });
    await world.revocations.revoke(world.operator, a, { certificate: leaf.pem });
    await rotate(a);
    world.clock.advance(2 * hour);
    await rotate(a);
    expect((await served(a))?.held).toEqual([leaf.serialNumber]);
    await rotate(a);
    expect((await served(a))?.held).toEqual([]);
  });

  test('are bounded, and need a rebuild by time', async () => {
    const { paths } = await together(2);
    const [a = '', b = ''] = paths;
    await revokedIn(a);
    await revokedIn(b);
    await configure(a, { maxCrlEntries: 1 });
    expect(await refusal(rotate(a))).toMatchObject({ code: 'CRL_TOO_LARGE' });
    expect(await refusal(configure(b, { autoRebuild: false }))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await refusal(configure(b, { unifiedCrl: false, unifiedCrlOnExistingPaths: true }))).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

describe('shards', () => {
  const base = 'http://ca.example/v1/pki';

  async function sharded(shards: number, config: CrlChange = {}) {
    const { path } = await world.mounts.create(world.operator, `scoped-${++count}`, {});
    await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: `Root ${count}` });
    await world.mountConfig.changeCluster(world.operator, path, { aiaPath: base });
    await configure(path, { ...config, shards });
    await world.service.jobs.idle();
    return path;
  }

  /** As issuance makes it. */
  async function leafOf(path: string) {
    const issuer = (await world.authorities.byPath(path)).issuer('default');
    const serialNumber = randomSerialNumber();
    const extensions = [basicConstraints({ ca: false }), ...issuer.extensionsFor(serialNumber)];
    return certified(world, path, { serialNumber, extensions });
  }

  /** A certificate of each of the first two shards of two. */
  async function pair(path: string) {
    const found = new Map<number, Awaited<ReturnType<typeof leafOf>>>();
    while (found.size < 2) {
      const leaf = await leafOf(path);
      found.set(Number.parseInt(leaf.serialNumber.slice(-1), 16) % 2, leaf);
    }
    const [even, odd] = [found.get(0), found.get(1)];
    if (!even || !odd) throw new Error('no pair');
    return { even, odd };
  }

  test('hold the revocations of their certificates only, and the complete CRL all', async () => {
    const path = await sharded(2);
    const before = await certified(world, path, { extensions: [basicConstraints({ ca: false })] });
    const { even, odd } = await pair(path);
    for (const { pem } of [before, even, odd])
      await world.revocations.revoke(world.operator, path, { certificate: pem });
    const all = [before, even, odd].map(({ serialNumber }) => serialNumber).toSorted();
    expect((await served(path, { kind: 'complete', path: 'existing' }))?.held).toEqual(all);
    expect((await served(path, { shard: 0 }))?.held).toEqual([even.serialNumber]);
    expect((await served(path, { shard: 1 }))?.held).toEqual([odd.serialNumber]);
    expect(await served(path, { shard: 2 })).toBeUndefined();
    const { uuid } = (await world.authorities.byPath(path)).issuer('default');
    const point = (await served(path, { shard: 1 }))?.issuingDistributionPoint;
    expect(point?.addresses).toEqual([shardAddress(base, uuid, 1)]);
    expect(point).toMatchObject({ onlyUserCerts: false, onlyAuthorityCerts: false, indirect: false });
  });

  test('openssl finds a certificate revoked by its shard, and another good by its own', async () => {
    const path = await sharded(2);
    const { even, odd } = await pair(path);
    await world.revocations.revoke(world.operator, path, { certificate: even.pem });
    const ca = (await world.authorities.byPath(path)).issuer('default').pem;
    const at = String(Math.floor(world.clock.now().getTime() / 1000) + 1);
    const verified = async (leaf: string, asked: AskedCrl) => {
      const crl = encodePem('X509 CRL', (await served(path, asked))?.der ?? new Uint8Array());
      return openssl(
        ...['verify', '-attime', at, '-x509_strict', '-extended_crl', '-crl_check'],
        ...['-CAfile', fileOf(ca), '-CRLfile', fileOf(crl), fileOf(leaf)],
      );
    };
    expect((await verified(even.pem, { shard: 0 })).text).toContain('certificate revoked');
    expect(await verified(odd.pem, { shard: 1 })).toMatchObject({ ok: true });
    // A shard says nothing about the certificates of others.
    expect((await verified(odd.pem, { shard: 0 })).text).toContain('different CRL scope');
    expect(await verified(odd.pem, { kind: 'complete', path: 'existing' })).toMatchObject({ ok: true });
  });

  test('of a certificate stay when their number, or the address of the mount, changes', async () => {
    const path = await sharded(2);
    const { odd } = await pair(path);
    const moved = 'http://moved.example/v1/pki/';
    await world.mountConfig.changeCluster(world.operator, path, { aiaPath: moved });
    await configure(path, { shards: 1 });
    await world.revocations.revoke(world.operator, path, { certificate: odd.pem });
    const { uuid } = (await world.authorities.byPath(path)).issuer('default');
    const shard = await served(path, { shard: 1 });
    expect(shard?.held).toEqual([odd.serialNumber]);
    expect(shard?.issuingDistributionPoint?.addresses).toEqual([
      shardAddress('http://moved.example/v1/pki', uuid, 1),
      shardAddress(base, uuid, 1),
    ]);
    await configure(path, { shards: 0 });
    const plain = (await world.authorities.byPath(path)).issuer('default');
    expect(plain.extensionsFor(randomSerialNumber())).toEqual(plain.extensions);
    expect((await served(path, { shard: 1 }))?.held).toEqual([odd.serialNumber]);
  });

  test('follow a revocation that a crash kept from them', async () => {
    const path = await sharded(2);
    const { even } = await pair(path);
    await even.store();
    const authority = await world.authorities.byPath(path);
    await served(path, { shard: 0 });
    // Recorded, and the process is gone before its CRLs.
    await world.revocations.recordAs(world.operator, authority, { serialNumber: even.serialNumber });
    expect((await served(path, { shard: 0 }))?.held).toEqual([]);
    world.clock.advance(11_000);
    await world.service.jobs.idle();
    expect((await served(path, { shard: 0 }))?.held).toEqual([even.serialNumber]);
  });

  test('are rebuilt by time like others, and with deltas of the complete CRL', async () => {
    const path = await sharded(2, { autoRebuild: true, enableDelta: true, deltaRebuildInterval: 900 });
    const { odd } = await pair(path);
    await world.service.jobs.idle();
    const first = await served(path, { shard: 1 });
    await world.revocations.revoke(world.operator, path, { certificate: odd.pem });
    await world.service.jobs.idle();
    expect((await served(path, { shard: 1 }))?.number).toBe(first?.number);
    world.clock.advance(901_000);
    await world.service.jobs.idle();
    const second = await served(path, { shard: 1 });
    expect(second?.held).toEqual([odd.serialNumber]);
    expect(second?.number).toBeGreaterThan(first?.number ?? 0n);
    world.clock.advance(61 * hour);
    await world.service.jobs.idle();
    expect((await served(path, { shard: 0 }))?.number).toBeGreaterThan(second?.number ?? 0n);
  });

  test('two servers that build one at the same time lose nothing', async () => {
    const path = await sharded(1);
    const authority = await world.authorities.byPath(path);
    const { database, authorities, clock } = world;
    const another = new ScopedCrls({
      ...{ store: new ScopedCrlStore({ database }), numbers: new CrlStore({ database }) },
      ...{ scopedRows: new ScopedRows({ database }), rows: new RevokedRows({ database }) },
      ...{ taking: new TakingPart({ database, authorities }), builder: new CrlBuilder(), authorities, clock },
      progress: new JobProgress({ ...world, log: pino({ level: 'silent' }) }),
    });
    const { id } = authority.issuer('default');
    const leaves = await Promise.all(Array.from({ length: 6 }, () => leafOf(path)));
    await Promise.all(
      leaves.map(async ({ pem, serialNumber }, at) => {
        await world.revocations.revoke(world.operator, path, { certificate: pem });
        if (at % 2 === 0) await another.publish(authority, id, 0, 'complete');
        expect((await served(path, { shard: 0 }))?.held).toContain(serialNumber);
      }),
    );
    expect((await served(path, { shard: 0 }))?.held).toHaveLength(leaves.length);
    expect(await world.client.scopedCrl.count({ where: { issuerId: id } })).toBe(1);
    await another.close();
  });

  test('are refused where certificates could not name them', async () => {
    const { path } = await world.mounts.create(world.operator, `scoped-${++count}`, {});
    expect(await refusal(configure(path, { shards: 2 }))).toMatchObject({ code: 'INVALID_INPUT' });
    const used = await sharded(1);
    for (const shards of [-1, 1025])
      expect(await refusal(configure(used, { shards }))).toMatchObject({ code: 'INVALID_INPUT' });
    const withoutAddress = world.mountConfig.changeCluster(world.operator, used, { aiaPath: '', path: '' });
    expect(await refusal(withoutAddress)).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('are empty while CRLs are disabled, and whole again afterwards', async () => {
    const path = await sharded(2);
    const { even } = await pair(path);
    await world.revocations.revoke(world.operator, path, { certificate: even.pem });
    await configure(path, { disable: true });
    await world.service.jobs.idle();
    expect((await served(path, { shard: 0 }))?.held).toEqual([]);
    await configure(path, { disable: false });
    await world.service.jobs.idle();
    expect((await served(path, { shard: 0 }))?.held).toEqual([even.serialNumber]);
    world.clock.advance(day);
  });
});
