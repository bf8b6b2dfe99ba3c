import { createHash } from 'node:crypto';
import { CrlStore } from '../../../../src/pki/crls/crl.store.js';
import type { NewCrl } from '../../../../src/pki/crls/crl.store.js';
import type { CrlDatabase } from '../../../../src/pki/crls/parts/place.js';
import type { PkiWorld } from '../../world.js';
import { LargeCrls } from './large-crls.js';

/** Comparing a megabyte octet by octet takes seconds. */
export const printOf = (der: Uint8Array | null) => der && createHash('sha256').update(der).digest('hex');

/** As a reader gets it. */
export const derOf = async (store: Pick<CrlStore, 'octets'>, id: string): Promise<Uint8Array | null> =>
  (await (await store.octets(id))?.joined()) ?? null;
export const digestsOf = ({ octets }: NewCrl) => octets.parts.map(({ digest }) => digest).toSorted();

export const throughTo = (database: CrlDatabase): CrlDatabase => ({
  provider: database.provider,
  background: database.background,
  readSql: (...asked) => database.readSql(...asked),
  readAnew: (...asked) => database.readAnew(...asked),
  writeSql: (batch) => database.writeSql(batch),
});

/** How many parts a batch writes. */
export const partsIn = (batch: Parameters<CrlDatabase['writeSql']>[0]): number =>
  batch.reduce((count, { sql, rows }) => count + (sql.includes('INSERT INTO "CrlPart"') ? rows.length : 0), 0);

/** Publishes large CRLs in a world. */
export function publishing(world: PkiWorld) {
  let mounts = 0;

  /** An issuer, whose first CRL has been made. */
  async function issued() {
    const { path } = await world.mounts.create(world.operator, `parts-${++mounts}`, {});
    await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: `Root ${mounts}` });
    await world.service.jobs.idle();
    const authority = await world.authorities.byPath(path);
    const { id } = authority.issuer('default');
    const store = new CrlStore({ database: world.database });
    const crls = new LargeCrls({ mountId: authority.mount.id, issuerId: id });
    const parts = async () => {
      const rows = await world.client.crlPart.findMany({ where: { issuerId: id }, orderBy: { digest: 'asc' } });
      return rows.map(({ digest }) => digest);
    };
    const served = async () => {
      const last = await store.last([id], 'complete');
      return last && printOf(await derOf(store, last.id));
    };
    const publish = (crl: NewCrl, through = store) => through.publish([id], crl.number - 1n, crl);
    return { id, store, crls, parts, served, publish, next: (await store.lastNumber([id])) + 1n, authority };
  }

  /** A server that comes to `step` before each commit of parts, with the number of the commit. */
  function stepping(step: (commit: number) => Promise<void>): CrlStore {
    const { database } = world;
    let commit = 0;
    const stepped: CrlDatabase = {
      ...throughTo(database),
      writeSql: async (batch) => {
        if (partsIn(batch) > 0) await step(commit++);
        await database.writeSql(batch);
      },
    };
    return new CrlStore({ database: stepped });
  }

  const endingAt = (last: number) =>
    stepping((commit) => (commit < last ? Promise.resolve() : Promise.reject(new Error('the process ended'))));

  return { issued, stepping, endingAt };
}
