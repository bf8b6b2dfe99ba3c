import type { Caller } from '../identity/caller.js';
import type { MountRow, RevocationRow } from '../platform/database/models.js';
import type { PathPolicies } from './access.js';
import { meantOf, ofIssuer } from './certificates/whose-certificate.js';
import type { PkiLists } from './lists.js';
import type { PkiLoaders } from './loaders.js';
import type { ReadRole } from './roles/roles.js';
import { bareSerial, type SerialNumber } from './x509/index.js';

export interface EdgeDeps {
  readonly policies: PathPolicies;
  readonly load: PkiLoaders;
  readonly lists: PkiLists;
}

/** What hangs on the objects of one answer, as far as one caller may have it; the questions are those of the paths, and their answers null. */
export class VisibleAuthorities {
  readonly lists: PkiLists;

  constructor(
    private readonly deps: EdgeDeps,
    private readonly caller: Caller,
  ) {
    this.lists = deps.lists;
  }

  /** What `below` a mount may be listed; `null` where it may not. */
  async listed<T>(path: string, below: 'keys' | 'roles' | 'certs' | 'certs/revoked', list: () => Promise<T>) {
    return (await this.deps.policies.allows(this.caller, `${path}/${below}/`, 'list')) ? list() : null;
  }

  async mount(path: string): Promise<MountRow | null> {
    if (!(await this.deps.policies.allows(this.caller, `sys/mounts/${path}`, 'read'))) return null;
    return this.deps.load.mount.load(path);
  }

  async role(path: string, name: string): Promise<ReadRole | null> {
    if (!(await this.deps.policies.allows(this.caller, `${path}/roles/${name}`, 'read'))) return null;
    const authority = await this.deps.load.authority.load(path);
    const role = authority && (await this.deps.load.roleNamed.load({ mountId: authority.mount.id, name }));
    return role && { ...role, mount: path };
  }

  /** That of the certificate with this number of an issuer; of one whose row does not say whose it is, the one that is meant. */
  async revocation(path: string, serialNumber: SerialNumber, issuerId: string | null): Promise<RevocationRow | null> {
    return this.listed(path, 'certs/revoked', async () => {
      const authority = await this.deps.load.authority.load(path);
      const name = bareSerial(serialNumber);
      if (authority === null) return null;
      const rows = await this.deps.load.revocationsNumbered.load({ mountId: authority.mount.id, name });
      return (issuerId === null ? meantOf(authority, rows) : ofIssuer(authority, rows, issuerId)) ?? null;
    });
  }
}
