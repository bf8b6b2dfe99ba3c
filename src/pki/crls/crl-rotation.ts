import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { MountAccess } from '../access.js';
import { crlGroups } from './crl-group.js';
import type { CrlHead, CrlKind } from './crl.store.js';
import type { Crls } from './crls.js';

const paths = { complete: 'crl/rotate', delta: 'crl/rotate-delta' } as const satisfies Record<CrlKind, string>;

/** `crl/rotate` and `crl/rotate-delta`: new CRLs of every issuer immediately. */
export class CrlRotation {
  constructor(private readonly deps: { access: MountAccess; crls: Crls; audit: Audit; client: DatabaseClient }) {}

  /**
   * @returns the new CRLs; none for deltas if `enable_delta` is off
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, CRL_TOO_LARGE
   */
  async rotate(caller: Caller, mountPath: string, kind: CrlKind): Promise<readonly CrlHead[]> {
    const authority = await this.deps.access.to(caller, mountPath, paths[kind], 'read');
    const made: CrlHead[] = [];
    for (const { leader, signer } of crlGroups(authority)) {
      const crl = signer && (await this.deps.crls.publish(authority, leader.id, kind));
      if (crl) made.push(crl);
    }
    const target = { type: 'mount', id: authority.mount.id, name: authority.mount.path };
    const numbers = made.map(({ number }) => number.toString());
    await this.deps.audit.record(this.deps.client, caller, `crl.rotate-${kind}`, target, { numbers });
    return made;
  }
}
