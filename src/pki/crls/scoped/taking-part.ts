import { text } from '../../../platform/database/columns.js';
import { oneOf } from '../../../platform/database/conditions.js';
import type { Database } from '../../../platform/database/database.js';
import { saysNoMount } from '../../../platform/problems.js';
import type { CrlConfig } from '../../config/crl-config.js';
import { readCrlConfig } from '../../config/stored.js';
import type { Authority, AuthorityReader } from '../../issuers/authority.js';
import { crlGroupOf, crlGroups } from '../crl-group.js';
import type { CrlGroup } from '../crl-group.js';

/** A mount that has an issuer with its key, and takes part in the unified CRL of that authority. */
export interface Participant {
  readonly authority: Authority;
  readonly group: CrlGroup;
  /** How lists of Vault's clients name the mount. */
  readonly accessor: string;
}

/** All issuers of the subject and the key of an issuer, with their mounts. */
const holdersSql = `SELECT o."id" AS "ownId", i."id" AS "id", i."mountId" AS "mountId", m."accessor" AS "accessor", m."crlConfig" AS "crlConfig"
  FROM "Issuer" o JOIN "IssuerKey" p ON p."id" = o."keyId"
  JOIN "Issuer" i ON i."subjectHash" = o."subjectHash" JOIN "IssuerKey" k ON k."id" = i."keyId" AND k."fingerprint" = p."fingerprint"
  JOIN "Mount" m ON m."id" = i."mountId"`;

/** The issuer of a group whose key is there; they have one key. */
const withKey = (group: CrlGroup): readonly { readonly issuerId: string; readonly group: CrlGroup }[] =>
  group.members.flatMap(({ id, keyId }) => (keyId === undefined ? [] : [{ issuerId: id, group }])).slice(0, 1);

/** A disabled CRL is empty on purpose: its mount neither gives nor takes entries. */
const wantsUnified = ({ unifiedCrl, disable }: CrlConfig): boolean => unifiedCrl && !disable;

/**
 * Which mounts take part in the unified CRL of an authority: those with the same subject and key, `unified_crl`, and the key itself. Without the key, anybody who
 * may revoke in a mount with only the certificate of an authority could put entries on the CRL of another mount.
 */
export class TakingPart {
  constructor(private readonly deps: { database: Pick<Database, 'readSql'>; authorities: AuthorityReader }) {}

  /** In the order of their mounts; none if the mount of the authority itself does not take part with this issuer. */
  async of(authority: Authority, issuerId: string): Promise<readonly Participant[]> {
    const group = crlGroupOf(authority, issuerId);
    return group ? ((await this.#ofGroups(authority, [group])).get(group) ?? []) : [];
  }

  /** Of every authority that a mount takes part with: one statement, however many it has. */
  async all(authority: Authority): Promise<readonly (readonly Participant[])[]> {
    return [...(await this.#ofGroups(authority, crlGroups(authority))).values()];
  }

  async #ofGroups(
    authority: Authority,
    groups: readonly CrlGroup[],
  ): Promise<ReadonlyMap<CrlGroup, readonly Participant[]>> {
    const able = wantsUnified(authority.mount.crl) ? groups.flatMap((group) => withKey(group)) : [];
    if (able.length === 0) return new Map();
    const whose = oneOf(
      'id',
      able.map(({ issuerId }) => issuerId),
    );
    const rows = await this.deps.database.readSql(
      `${holdersSql} WHERE o.${whose.sql} ORDER BY i."mountId", i."createdAt", i."id"`,
      whose.parameters,
    );
    const found = new Map<CrlGroup, Map<string, Participant>>();
    for (const row of rows) {
      const group = able.find(({ issuerId }) => issuerId === text(row['ownId']))?.group;
      const mountId = text(row['mountId']);
      if (!group || found.get(group)?.has(mountId) || !wantsUnified(readCrlConfig(text(row['crlConfig'])))) continue;
      const other = mountId === authority.mount.id ? authority : await this.#existing(mountId);
      const theirs = other && crlGroupOf(other, text(row['id']));
      if (!other || !theirs) continue;
      const known = found.get(group) ?? new Map<string, Participant>();
      found.set(group, known.set(mountId, { authority: other, group: theirs, accessor: text(row['accessor']) }));
    }
    return new Map([...found].map(([group, mounts]) => [group, [...mounts.values()]]));
  }

  async #existing(mountId: string): Promise<Authority | undefined> {
    try {
      return await this.deps.authorities.byId(mountId);
    } catch (error) {
      if (saysNoMount(error)) return undefined;
      throw error;
    }
  }
}
