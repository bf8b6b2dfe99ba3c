import { defaultReference } from './references.js';
import { referringRoles } from './referring-roles.js';
import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import { issuersLike } from '../certificates/whose-certificate.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import type { Crls } from '../crls/crls.js';
import type { ScopedCrls } from '../crls/scoped/scoped-crls.js';
import { shardNamed } from '../crls/scoped/shard-names.js';
import { heldByCrl } from '../crls/held.js';
import { rebuildWarnings } from '../crls/rebuild-warnings.js';
import type { Recorded } from '../crls/held.js';
import type { MountTarget } from '../mounts/mount-target.js';
import { recordRevocation } from '../revocation/record-revocation.js';
import { bareSerial, isIssuedBy, isSelfSigned } from '../x509/index.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from './authority.js';
import { issuerColumns } from './issuer-changes.js';
import type { IssuerChanges } from './issuer-changes.js';
import { rebuildChains } from './issuer.store.js';
import { removeIssuers } from './former-issuers.js';
import { issuerUsages } from './usages.js';
import { revokedWarnings } from './warnings.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** The result of a deletion. */
export interface DeletedIssuer {
  /** Null if there was nothing to delete. */
  readonly deletedId: string | null;
  readonly warnings: readonly Said[];
}

/** The result of a revocation. */
export type UpdatedIssuer = RevokedIssuer;

export interface RevokedIssuer {
  readonly issuer: AuthorityIssuer;
  readonly warnings: readonly Said[];
}

/** Issuers of a mount: read, changed, revoked, deleted. */
export class Issuers {
  constructor(
    private readonly deps: {
      access: MountAccess;
      authorities: AuthorityReader;
      changes: AuthorityChanges;
      crls: Crls;
      scoped: ScopedCrls;
      clock: Clock;
    },
  ) {}

  /** The mount of the issuers. Issuers are public: no token is required. @throws MOUNT_NOT_FOUND */
  async place(mount: string): Promise<Authority['mount']> {
    return (await this.deps.authorities.byPath(mount)).mount;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND */
  async read(caller: Caller, mount: string, reference: string): Promise<AuthorityIssuer> {
    return (await this.deps.access.to(caller, mount, `issuer/${reference}`, 'read')).issuer(reference);
  }

  /**
   * Changes an issuer; fields that are left out do not change.
   * @param capability `update` for the whole, or `patch` if a policy distinguishes them
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND, INVALID_INPUT, NAME_TAKEN
   */
  async update(
    caller: Caller,
    mount: MountTarget,
    reference: string,
    given: IssuerChanges,
    capability: 'update' | 'patch' = 'update',
  ): Promise<UpdatedIssuer> {
    const { access, changes, authorities } = this.deps;
    const authority = await access.to(caller, mount, `issuer/${reference}`, capability);
    const { id, uuid } = authority.issuer(reference);
    const warnings = await changes.make(caller, authority.mount, 'issuers', 'issuer.update', async (tx) => {
      const columns = issuerColumns(authority, authority.issuer(id), given);
      // Somebody may have deleted it since: the row decides, and if it is missing, the mount has changed.
      const before = await tx.issuer.findUniqueOrThrow({ where: { id } });
      await tx.issuer.update({ where: { id }, data: columns });
      if (columns.manualChain !== undefined) await rebuildChains(tx, authority.mount.id);
      const target = { type: 'issuer' as const, id, name: columns.name ?? uuid };
      const renamed = columns.name !== undefined && columns.name !== before.name;
      const lost = renamed && before.name !== null ? await referringRoles(tx, authority.mount.id, [before.name]) : [];
      return { result: lost, target, details: changedOf(before, columns) };
    });
    return { issuer: (await authorities.byId(authority.mount.id)).issuer(id), warnings };
  }

  /**
   * Revokes an issuer: it issues nothing more. If another issuer of the mount signed it, its serial number is on the CRLs of that issuer, and the response
   * waits for that as with any certificate. Revoking twice returns the first time.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND
   */
  async revoke(caller: Caller, mount: MountTarget, reference: string): Promise<RevokedIssuer> {
    const { access, changes, authorities } = this.deps;
    const authority = await access.to(caller, mount, `issuer/${reference}/revoke`, 'update');
    const issuer = authority.issuer(reference);
    if (issuer.revokedAt !== undefined) return { issuer, warnings: [] };
    const now = this.deps.clock.now();
    const recorded = await changes.make(caller, authority.mount, 'issuers', 'issuer.revoke', async (tx) => {
      const usage = issuerUsages.filter((each) => each !== 'issuing-certificates' && issuer.usage.has(each)).join(',');
      const { count } = await tx.issuer.updateMany({
        where: { id: issuer.id, revokedAt: null },
        data: { revokedAt: now, usage },
      });
      const result = count > 0 ? await revokeAboveIt(tx, authority, issuer, now) : null;
      const target = { type: 'issuer' as const, id: issuer.id, name: issuer.name ?? issuer.uuid };
      return { result, target, details: { serialNumber: issuer.serialNumber } };
    });
    const changed = await authorities.byId(authority.mount.id);
    const whose = `certificate ${issuer.serialNumber}`;
    const warnings = recorded ? await heldByCrl(this.deps, changed, recorded, whose) : [];
    return {
      issuer: changed.issuer(issuer.id),
      warnings: [...warnings, ...rebuildWarnings(changed), ...revokedWarnings(changed, issuer)],
    };
  }

  /**
   * Deletes an issuer. Its key, its certificates and its revocations are kept. A missing issuer counts as deleted. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND
   */
  async delete(caller: Caller, mount: MountTarget, reference: string): Promise<DeletedIssuer> {
    const { access, authorities, changes, clock } = this.deps;
    const authority = await access.to(caller, mount, `issuer/${reference}`, 'delete');
    const issuer = found(authority, reference);
    if (!issuer) return { deletedId: null, warnings: [] };
    const deleted = await changes.make(caller, authority.mount, 'issuers', 'issuer.delete', async (tx) => {
      const names = [...(issuer.name === undefined ? [] : [issuer.name]), issuer.uuid];
      const lost = await referringRoles(tx, authority.mount.id, names);
      const unled = issuer.isDefault ? await referringRoles(tx, authority.mount.id, [defaultReference]) : [];
      await removeIssuers(tx, authority.mount.id, clock.now(), [issuer.id]);
      await rebuildChains(tx, authority.mount.id);
      const remaining = authority.issuers.length - 1;
      const warnings = issuer.isDefault
        ? [
            worded`Deleted issuer ${issuer.uuid} (via ${parameter('issuer_ref')} ${reference}); this was configured as the default issuer. Operations without an explicit issuer will not work until a new default is configured.${remaining > 0 ? ` ${remaining} issuers remain.` : ''}`,
          ]
        : [];
      const target = { type: 'issuer' as const, id: issuer.id, name: issuer.name ?? issuer.uuid };
      return { result: { deletedId: issuer.id, warnings: [...lost, ...warnings, ...unled] }, target };
    });
    const changed = await authorities.byId(authority.mount.id);
    return { ...deleted, warnings: [...deleted.warnings, ...rebuildWarnings(changed)] };
  }
}

function found(authority: Authority, reference: string): AuthorityIssuer | undefined {
  try {
    return authority.issuer(reference);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'ISSUER_NOT_FOUND') return undefined;
    throw error;
  }
}

/** No issuer is on its own CRL (with OpenBao's message): the entry is for another issuer that signed it. @returns null if there is none */
async function revokeAboveIt(
  tx: TransactionClient,
  authority: Authority,
  { id, certificate }: AuthorityIssuer,
  now: Date,
): Promise<Recorded | null> {
  const serialNumber = bareSerial(certificate.serialNumber);
  const mountId = authority.mount.id;
  const signer = isSelfSigned(certificate)
    ? undefined
    : authority.issuers.find(
        (other) => other.id !== id && other.keyId !== undefined && isIssuedBy(certificate, other.certificate),
      );
  // Its row belongs to itself if it was generated here, or to its signer.
  const issuers = [...issuersLike(authority, id), ...(signer ? issuersLike(authority, signer.id) : [])];
  const whose = { OR: [{ issuerId: { in: issuers } }, { issuerId: null }] };
  await tx.certificate.updateMany({
    where: { mountId, serialNumber, revokedAt: null, ...whose },
    data: { revokedAt: now },
  });
  if (!signer) return null;
  const known = await tx.revocation.findFirst({
    where: { mountId, serialNumber, issuerId: { in: [...issuersLike(authority, signer.id)] } },
  });
  if (known) return known;
  const { notAfter } = certificate;
  const row = { mountId, serialNumber, issuerId: signer.id, revokedAt: now, reason: null, notAfter };
  return recordRevocation(tx, { ...row, shard: shardNamed(authority, signer.id, certificate) });
}
