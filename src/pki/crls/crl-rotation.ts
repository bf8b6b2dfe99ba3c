import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { MountAccess } from '../access.js';
import type { Authority } from '../issuers/authority.js';
import { crlGroups } from './crl-group.js';
import type { CrlHead, CrlKind } from './crl.store.js';
import type { Crls } from './crls.js';
import { rebuildWarnings } from './rebuild-warnings.js';
import type { ScopedCrls } from './scoped/scoped-crls.js';
import type { Said } from '../../platform/wording.js';

const paths = { complete: 'crl/rotate', delta: 'crl/rotate-delta' } as const satisfies Record<CrlKind, string>;

export interface RotatedCrls {
  readonly crls: readonly CrlHead[];
  readonly warnings: readonly Said[];
}

/** `crl/rotate` and `crl/rotate-delta`: new CRLs of every issuer immediately. */
export class CrlRotation {
  constructor(
    private readonly deps: {
      access: MountAccess;
      crls: Crls;
      scoped: ScopedCrls;
      audit: Audit;
      client: DatabaseClient;
    },
  ) {}

  /**
   * @returns the new CRLs; none for deltas if `enable_delta` is off, and none of issuers that have a key but may not sign CRLs: warnings say so
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, CRL_TOO_LARGE
   */
  async rotate(caller: Caller, mountPath: string, kind: CrlKind): Promise<RotatedCrls> {
    const authority = await this.deps.access.to(caller, mountPath, paths[kind], 'read');
    const made: CrlHead[] = [];
    const isNothing = kind === 'delta' && isDeltaOff(authority);
    for (const { leader, signer } of isNothing ? [] : crlGroups(authority)) {
      const crl = signer && (await this.deps.crls.publish(authority, leader.id, kind));
      if (signer) await this.deps.scoped.publishAll(authority, leader.id, kind);
      if (crl) made.push(crl);
    }
    const target = { type: 'mount' as const, id: authority.mount.id, name: authority.mount.path };
    const numbers = made.map(({ number }) => number.toString());
    await this.deps.audit.record(this.deps.client, caller, `crl.rotate-${kind}`, target, { numbers });
    return {
      crls: made,
      warnings: isNothing ? [noDelta] : kind === 'complete' ? rebuildWarnings(authority) : [],
    };
  }
}

const isDeltaOff = ({ mount }: Authority): boolean => !mount.crl.enableDelta;

// The text is OpenBao's.
const noDelta = 'requested rebuild of delta CRL when delta CRL is not enabled; this is a no-op';
