import { bigint, date, text } from '../../platform/database/columns.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { crlGroupOf, crlGroups } from '../crls/crl-group.js';
import type { CrlGroup } from '../crls/crl-group.js';
import type { Crls } from '../crls/crls.js';
import type { CrlStore } from '../crls/crl.store.js';
import type { Authority } from '../issuers/authority.js';
import { before, cursorText, cursorTime, cursorValues, sliced } from './tidy-part.js';
import type { TidyPart, TidyPlace, TidySlice } from './tidy-part.js';

interface RevocationDeps {
  readonly database: Database;
  readonly crls: Crls;
  readonly crlStore: CrlStore;
}

/** When a revocation must have expired before: revoked certificates may have a buffer of their own. */
const endOf = (place: TidyPlace): Date =>
  before(place, place.parameters.revokedSafetyBuffer ?? place.parameters.safetyBuffer);

const heldSql = 'SELECT "id" FROM "Revocation" WHERE "issuerId" = ? AND "leftIn" IS NULL AND "notAfter" < ? LIMIT 1';

/** RFC 5280 3.3: an entry stays until it was on a CRL that was built after its certificate expired. So the first new CRL may hold it once more. */
const mostCrls = 2;

/**
 * Builds CRLs without entries that are to be removed: a CRL is made of the one before, and what has left none would stay in it forever. CRLs that are rebuilt by
 * time leave them out by themselves.
 */
export const crlsWithoutExpired = ({ database, crls }: RevocationDeps): TidyPart => {
  const holds = async ({ members }: CrlGroup, end: Date): Promise<boolean> => {
    for (const { id } of members) if ((await database.readSql(heldSql, [id, end])).length > 0) return true;
    return false;
  };
  return {
    name: 'CRLs',
    wanted: ({ tidyRevokedCerts }) => tidyRevokedCerts,
    async page(place, cursor) {
      const { authority } = place;
      const { autoRebuild, disable } = authority.mount.crl;
      if (autoRebuild || disable) return [];
      const groups = crlGroups(authority).toSorted((one, other) => (one.leader.id < other.leader.id ? -1 : 1));
      const group = groups.find(({ leader }) => cursor === null || leader.id > cursor);
      if (!group) return [];
      for (let built = 0; built < mostCrls && group.signer && (await holds(group, endOf(place))); built += 1)
        await crls.publish(authority, group.leader.id);
      return [{ cursor: group.leader.id, checked: 1, change: () => Promise.resolve({}) }];
    },
  };
};

const revokedReader = rowReader({ id: text, serialNumber: text, notAfter: date });
type RevokedRow = ReturnType<typeof revokedReader.read>;
const leftReader = rowReader({ id: text, serialNumber: text, notAfter: date, leftIn: bigint });

const leftSql = `SELECT ${leftReader.selection('r')} FROM "Revocation" r
  WHERE r."issuerId" = ? AND r."leftIn" IS NOT NULL AND (r."leftIn", r."notAfter", r."id") > (?, ?, ?) AND r."notAfter" < ?
  ORDER BY r."leftIn", r."notAfter", r."id" LIMIT ?`;
const unheldSql = `SELECT ${revokedReader.selection('r')} FROM "Revocation" r
  WHERE r."issuerId" = ? AND r."leftIn" IS NULL AND r."notAfter" < ? AND (r."notAfter", r."id") > (?, ?)
  ORDER BY r."notAfter", r."id" LIMIT ?`;

/** Whose revocations there are: those of issuers of the mount, and of issuers that were deleted. In the order of their ids. */
async function revokers({ database }: RevocationDeps, { mount, issuers }: Authority): Promise<readonly string[]> {
  const formers = await database.client.formerIssuer.findMany({ where: { mountId: mount.id }, select: { id: true } });
  return [...issuers.map(({ id }): string => id), ...formers.map(({ id }) => id)].toSorted();
}

/**
 * Revocations of certificates past their buffer that no CRL holds, with the certificates. Those that left a CRL go; so do those of issuers that have none: that
 * were deleted, have no key, or whose CRLs are disabled and empty.
 */
export const revocations = (deps: RevocationDeps): TidyPart => ({
  name: 'revocations',
  wanted: ({ tidyRevokedCerts }) => tidyRevokedCerts,
  async page(place, cursor) {
    const [from = '', kind = 'left', ...values] = cursorValues(cursor);
    for (const issuerId of await revokers(deps, place.authority)) {
      if (issuerId < from) continue;
      const goesOn = issuerId === from;
      if (!goesOn || kind === 'left') {
        const slices = await left(deps, place, issuerId, goesOn ? values : []);
        if (slices.length > 0) return slices;
      }
      const slices = await unheld(deps, place, issuerId, goesOn && kind === 'unheld' ? values : []);
      if (slices.length > 0) return slices;
    }
    return [];
  },
});

async function left(
  { database }: RevocationDeps,
  place: TidyPlace,
  issuerId: string,
  [leftIn = '-1', time, id = '']: readonly string[],
): Promise<readonly TidySlice[]> {
  const end = endOf(place);
  const after = [BigInt(leftIn), cursorTime(time), id] as const;
  const rows = await database.readSql(leftSql, [issuerId, ...after, end, place.parameters.pageSize]);
  return sliced(
    rows.map(leftReader.read),
    (row) => cursorText(issuerId, 'left', row.leftIn, row.notAfter, row.id),
    // A CRL may have taken it back in the meantime.
    (some, tx) => remove(tx, place, issuerId, some, { leftIn: { not: null } }),
  );
}

async function unheld(
  deps: RevocationDeps,
  place: TidyPlace,
  issuerId: string,
  [time, id = '']: readonly string[],
): Promise<readonly TidySlice[]> {
  if (!(await hasNoCrl(deps, place.authority, issuerId))) return [];
  const after = [cursorTime(time), id] as const;
  const rows = await deps.database.readSql(unheldSql, [issuerId, endOf(place), ...after, place.parameters.pageSize]);
  return sliced(
    rows.map(revokedReader.read),
    (row) => cursorText(issuerId, 'unheld', row.notAfter, row.id),
    async (some, tx) => {
      // Nobody builds a CRL of the issuer from here on who could have read these: that takes a change of the mount, which waits for its row.
      const { id: mountId, revision } = place.authority.mount;
      const { count } = await tx.mount.updateMany({ where: { id: mountId, revision }, data: { revision } });
      return count === 0 ? {} : remove(tx, place, issuerId, some, { leftIn: null });
    },
  );
}

/** Whether no CRL holds anything of an issuer, and none will as long as the mount does not change. */
async function hasNoCrl({ crlStore }: RevocationDeps, authority: Authority, issuerId: string): Promise<boolean> {
  const group = crlGroupOf(authority, issuerId);
  if (!group) return true;
  const last = await crlStore.last(
    group.members.map(({ id }) => id),
    'complete',
  );
  return authority.mount.crl.disable ? last?.suppressed === true : last === null && !group.signer;
}

async function remove(
  tx: TransactionClient,
  { authority, ...place }: TidyPlace,
  issuerId: string,
  some: readonly RevokedRow[],
  still: { readonly leftIn: null | { readonly not: null } },
) {
  const notAfter = { lt: endOf({ authority, ...place }) };
  const ids = some.map(({ id }) => id);
  const gone = await tx.revocation.findMany({
    where: { id: { in: ids }, issuerId, notAfter, ...still },
    select: { id: true, serialNumber: true },
  });
  if (gone.length === 0) return {};
  const { count } = await tx.revocation.deleteMany({
    where: { id: { in: gone.map(({ id }) => id) }, issuerId, ...still },
  });
  const serialNumber = { in: gone.map((row) => row.serialNumber) };
  await tx.certificate.deleteMany({
    where: { mountId: authority.mount.id, serialNumber, issuerId, notAfter, indexed: true },
  });
  return { revokedCertDeleted: count };
}

const strayReader = rowReader({ ordinal: bigint });
const straySql = `SELECT ${strayReader.selection('r')} FROM "Revocation" r
  WHERE r."issuerId" = ? AND r."ordinal" > ? ORDER BY r."ordinal" LIMIT ?`;

/**
 * Revocations whose issuer was deleted. There is nothing to put right: an issuer with the same subject and key takes them over in the transaction that brings it
 * to the mount.
 */
export const strayRevocations = ({ database }: RevocationDeps): TidyPart => ({
  name: 'issuers of revocations',
  wanted: ({ tidyRevokedCertIssuerAssociations }) => tidyRevokedCertIssuerAssociations,
  async page({ authority, parameters }, cursor) {
    const [from = '', ordinal = '0'] = cursorValues(cursor);
    const where = { mountId: authority.mount.id, id: { gte: from } };
    const formers = await database.client.formerIssuer.findMany({
      where,
      orderBy: { id: 'asc' },
      select: { id: true },
    });
    for (const { id } of formers) {
      const after = id === from ? BigInt(ordinal) : 0n;
      const rows = (await database.readSql(straySql, [id, after, parameters.pageSize])).map(strayReader.read);
      const last = rows.at(-1);
      if (!last) continue;
      const counted = { missingIssuerCert: rows.length };
      const change = () => Promise.resolve(counted);
      return [{ cursor: cursorText(id, last.ordinal), checked: rows.length, change }];
    }
    return [];
  },
});
