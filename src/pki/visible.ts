import type { Caller } from '../identity/caller.js';
import type { CertificateMetadataRow, MountRow, RevocationRow } from '../platform/database/models.js';
import type { PathPolicies } from './access.js';
import { meantOf, ofIssuer } from './certificates/whose-certificate.js';
import type { ReadCelRole } from './cel-roles/cel-roles.js';
import type { PkiLists } from './lists.js';
import type { PkiLoaders } from './loaders.js';
import type { ReadRole } from './roles/roles.js';
import { bareSerial, type SerialNumber } from './x509/index.js';

export interface EdgeDeps {
  readonly policies: PathPolicies;
  readonly load: PkiLoaders;
  readonly lists: PkiLists;
}

/** Related objects of one response that one caller may see. Permissions are checked as for the REST paths; a refusal becomes null. */
export class VisibleAuthorities {
  readonly lists: PkiLists;

  constructor(
    private readonly deps: EdgeDeps,
    private readonly caller: Caller,
  ) {
    this.lists = deps.lists;
  }

  /** The list `below` a mount; `null` if the caller may not list it. */
  async listed<T>(
    path: string,
    below: 'keys' | 'roles' | 'cel/roles' | 'certs' | 'certs/revoked',
    list: () => Promise<T>,
  ) {
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

  async celRole(path: string, name: string): Promise<ReadCelRole | null> {
    if (!(await this.deps.policies.allows(this.caller, `${path}/cel/roles/${name}`, 'read'))) return null;
    const authority = await this.deps.load.authority.load(path);
    const role = authority && (await this.deps.load.celRoleNamed.load({ mountId: authority.mount.id, name }));
    return role && { ...role, mount: path };
  }

  /** The revocation of the certificate with this number of an issuer; if its row does not name the issuer, of the one that is meant. */
  async revocation(path: string, serialNumber: SerialNumber, issuerId: string | null): Promise<RevocationRow | null> {
    return this.listed(path, 'certs/revoked', async () => {
      const authority = await this.deps.load.authority.load(path);
      const name = bareSerial(serialNumber);
      if (authority === null) return null;
      const rows = await this.deps.load.revocationsNumbered.load({ mountId: authority.mount.id, name });
      return (issuerId === null ? meantOf(authority, rows) : ofIssuer(authority, rows, issuerId)) ?? null;
    });
  }

  /** The metadata of the certificate with this number of an issuer; if its row does not name the issuer, of the one that is meant. */
  async metadata(
    path: string,
    serialNumber: SerialNumber,
    issuerId: string | null,
  ): Promise<CertificateMetadataRow | null> {
    if (!(await this.deps.policies.allows(this.caller, `${path}/cert-metadata/${serialNumber}`, 'read'))) return null;
    const authority = await this.deps.load.authority.load(path);
    if (authority === null) return null;
    const place = { mountId: authority.mount.id, name: bareSerial(serialNumber) };
    const rows = await this.deps.load.metadataNumbered.load(place);
    return (issuerId === null ? meantOf(authority, rows) : ofIssuer(authority, rows, issuerId)) ?? null;
  }
}
