import pino from 'pino';
import { expect } from 'vitest';
import { AuthorityChanges } from '../../../src/pki/changes.js';
import { CrlStore } from '../../../src/pki/crls/crl.store.js';
import { sliceSize } from '../../../src/pki/tidy/tidy-part.js';
import type { TidyPart } from '../../../src/pki/tidy/tidy-part.js';
import { tidyParts } from '../../../src/pki/tidy/tidy-parts.js';
import { defaultTidyParameters } from '../../../src/pki/tidy/tidy-parameters.js';
import type { GivenTidy } from '../../../src/pki/tidy/tidies.js';
import { TidyJob } from '../../../src/pki/tidy/tidy.job.js';
import { isAtWork, TidyStore } from '../../../src/pki/tidy/tidy.store.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { openPkiWorld } from '../world.js';

export const hour = 3_600_000;
export const day = 24 * hour;

/** A mount with a root, a role, and things to tidy. */
export async function openTidyWorld() {
  const world = await openPkiWorld();
  await world.roots.generate(world.operator, 'pki', 'internal', {
    ...{ keyType: 'ec', commonName: 'Root', issuerName: 'root', ttl: 10 * 365 * 86_400 },
  });
  await world.roles.write(
    world.operator,
    { mount: 'pki', name: 'web' },
    { allowAnyName: true, keyType: 'ec', ttl: 3600 },
  );
  const authority = await world.authorities.byPath('pki');
  const mountId = authority.mount.id;
  const issuerId = authority.issuer('default').id;
  const parts = () =>
    tidyParts({
      ...{ database: world.database, crls: world.crls, changes: new AuthorityChanges(world) },
      ...{ log: pino({ level: 'silent' }), crlStore: new CrlStore({ database: world.database }) },
    });
  const status = async (mount = 'pki') => (await world.tidies.status(world.operator, mount)).record;
  const jobOf = (own?: readonly TidyPart[]) => {
    const { database, clock, authorities, audit } = world;
    const store = new TidyStore({ database });
    const jobs = new JobStore({ database, clock });
    const log = pino({ level: 'silent' });
    return new TidyJob({ ...{ database, clock, authorities, audit, store, jobs, log }, parts: own ?? parts() });
  };
  return {
    ...world,
    mountId,
    issuerId,
    parts,
    status,
    issue: (more = {}) =>
      world.issuance.issue(world.operator, { mount: 'pki', role: 'web' }, { commonName: 'a.example', ...more }),
    indexed: () => world.client.certificate.updateMany({ data: { indexed: true } }),
    left: () => world.client.certificate.count(),
    /** Certificates whose content nobody reads, past their buffer. */
    async expired(count: number, notAfter = new Date(world.clock.now().getTime() - 30 * day)) {
      await world.client.certificate.createMany({
        data: Array.from({ length: count }, (_, n) => ({
          ...{ id: `crt-Expired${String(n).padStart(9, '0')}`, mountId, issuerId },
          serialNumber: (0x10_0000 + n).toString(16),
          ...{ notBefore: notAfter, issuedAt: notAfter, notAfter, certificate: new Uint8Array([0]), indexed: true },
        })),
      });
    },
    /** A run, until it has ended. */
    async tidied(given: GivenTidy, mount = 'pki') {
      const { started } = await world.tidies.start(world.operator, mount, given);
      expect(started).toBe(true);
      const { id } = (await world.authorities.byPath(mount)).mount;
      const job = jobOf();
      let ended: Awaited<ReturnType<typeof status>>;
      do {
        await job.run(id, new AbortController().signal);
        ended = await status(mount);
      } while (ended && isAtWork(ended));
      if (!ended) throw new Error('there is no status');
      return ended;
    },
    async records(action: string) {
      await world.audit.flush();
      return world.client.auditRecord.findMany({ where: { action }, orderBy: { id: 'asc' } });
    },
    /** A server's work on the database, with parts of its own if they are given. */
    jobOf,
    async begun(parameters: Partial<typeof defaultTidyParameters>) {
      const store = new TidyStore({ database: world.database });
      const about = { automatic: false, now: world.clock.now() };
      await world.database.transaction((tx) =>
        store.begin(tx, mountId, { ...defaultTidyParameters, ...parameters }, about),
      );
    },
    /** The parts, and a process that ends before the commit of a slice: the number of it counts from 1. */
    dying(at: number) {
      const end = new AbortController();
      let seen = 0;
      const killed = parts().map((part) => ({
        ...part,
        page: async (...asked: Parameters<TidyPart['page']>) =>
          (await part.page(...asked)).map((slice) => ({
            ...slice,
            change: async (tx: Parameters<typeof slice.change>[0]) => {
              const result = await slice.change(tx);
              if (++seen !== at) return result;
              end.abort();
              throw new Error('killed');
            },
          })),
      }));
      return { parts: killed, signal: end.signal };
    },
  };
}

export type TidyWorld = Awaited<ReturnType<typeof openTidyWorld>>;
export { sliceSize };
