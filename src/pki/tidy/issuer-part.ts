import { system } from '../../identity/audit/actor.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log/log.js';
import { RollbackError } from '../../platform/outage.js';
import type { AuthorityChanges } from '../changes.js';
import { crlGroupOf } from '../crls/crl-group.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { removeIssuers } from '../issuers/former-issuers.js';
import { rebuildChains } from '../issuers/issuer.store.js';
import { before } from './tidy-part.js';
import type { TidyPart } from './tidy-part.js';

interface IssuerDeps {
  readonly database: Database;
  readonly changes: AuthorityChanges;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Somebody made it the default one, or deleted it. */
class Stays extends RollbackError {}

const liveSql = 'SELECT "id" FROM "Revocation" WHERE "issuerId" = ? AND "leftIn" IS NULL AND "notAfter" >= ? LIMIT 1';

/** Issuers past their buffer, one in a transaction with its audit record, as whoever deletes one does it. Their keys stay. */
export const expiredIssuers = ({ database, changes, log }: IssuerDeps): TidyPart => {
  /** Certificates that are revoked and valid need its CRL, unless another issuer with its subject and key signs it. */
  const isNeeded = async (authority: Authority, { id }: AuthorityIssuer, now: Date): Promise<boolean> => {
    const members = crlGroupOf(authority, id)?.members ?? [];
    if (members.some((other) => other.id !== id)) return false;
    return (await database.readSql(liveSql, [id, now])).length > 0;
  };
  const remove = async (authority: Authority, issuer: AuthorityIssuer, now: Date): Promise<boolean> => {
    const { id, name, uuid, certificate } = issuer;
    try {
      return await changes.make(system('tidy'), authority.mount, 'issuers', 'issuer.delete', async (tx, row) => {
        if (row.defaultIssuerId === id || (await removeIssuers(tx, row.id, now, [id])) === 0) throw new Stays();
        await rebuildChains(tx, row.id);
        const target = { type: 'issuer' as const, id, name: name ?? uuid };
        return { result: true, target, details: { expiredAt: certificate.notAfter.toISOString() } };
      });
    } catch (error) {
      if (error instanceof Stays) return false;
      throw error;
    }
  };
  return {
    name: 'issuers',
    wanted: ({ tidyExpiredIssuers }) => tidyExpiredIssuers,
    async page(place, cursor) {
      const { authority, now, parameters } = place;
      const end = before(place, parameters.issuerSafetyBuffer);
      const issuer = authority.issuers
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .find(({ id, certificate }) => (cursor === null || id > cursor) && certificate.notAfter < end);
      if (!issuer) return [];
      const about = { mount: authority.mount.path, issuer: issuer.uuid, name: issuer.name };
      if (issuer.isDefault) log.warn(about, 'tidy: an expired issuer stays, since it is the default one');
      else if (await isNeeded(authority, issuer, now))
        log.warn(about, 'tidy: an expired issuer stays, since certificates that it revoked are still valid');
      else if (await remove(authority, issuer, now))
        log.info({ ...about, keyId: issuer.keyId, certificate: issuer.pem }, 'tidy: an expired issuer was deleted');
      return [{ cursor: issuer.id, checked: 1, change: () => Promise.resolve({}) }];
    },
  };
};
