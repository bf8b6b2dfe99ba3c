import type { Caller } from '../identity/caller.js';
import type { MountRow, RevocationRow } from '../platform/database/models.js';
import { ids } from '../platform/ids.js';
import { ProblemError } from '../platform/problems.js';
import type { PathPolicies } from './access.js';
import type { Certificates, StoredCertificate } from './certificates/certificates.js';
import type { AuthorityIssuer } from './issuers/authority.js';
import type { ListedKey } from './keys/keys.js';
import { meantOf } from './certificates/whose-certificate.js';
import type { ManagedKeyFacts } from './managed-keys/managed-key.store.js';
import type { PkiLoaders } from './loaders.js';
import type { ReadCelRole } from './cel-roles/cel-roles.js';
import type { ReadRole } from './roles/roles.js';
import { requireOne, toReadCelRole, toReadIssuer, toReadKey, toReadManagedKey, toReadRole } from './rights.js';
import type { Right } from './rights.js';
import { bareSerial, parseSerialNumber } from './x509/index.js';

/**
 * What `node(id)` finds in the certificate authority. Objects that are requested together take a few statements, and policies are asked for each by the path at
 * which it is read. `null` if an object is missing or the caller may not read it; a refusal is recorded.
 */
export class FoundById {
  constructor(
    private readonly deps: {
      readonly policies: PathPolicies;
      readonly certificates: Certificates;
      readonly load: PkiLoaders;
    },
    private readonly caller: Caller,
  ) {}

  async mount(id: string): Promise<MountRow | null> {
    const mount = ids.mount.is(id) ? await this.deps.load.mountById.load(id) : null;
    return mount && this.#allowed({ capability: 'read', paths: [`sys/mounts/${mount.path}`] }, mount);
  }

  async issuer(id: string): Promise<AuthorityIssuer | null> {
    const place = ids.issuer.is(id) ? await this.deps.load.placeOfIssuer.load(id) : null;
    const authority = place && (await this.deps.load.authorityById.load(place.mountId));
    const issuer = authority?.issuerById(id);
    return issuer ? this.#allowed(toReadIssuer(issuer.mountPath, issuer), issuer) : null;
  }

  /** An issuer by the path of its mount and its identifier there. */
  async issuerOf(mountPath: string, uuid: string): Promise<AuthorityIssuer | null> {
    const authority = await this.deps.load.authority.load(mountPath);
    const issuer = authority?.issuers.find((one) => one.uuid === uuid);
    return issuer ? this.#allowed(toReadIssuer(issuer.mountPath, issuer), issuer) : null;
  }

  async key(id: string): Promise<ListedKey | null> {
    const key = ids.key.is(id) ? await this.deps.load.key.load(id) : null;
    const mount = key && (await this.deps.load.mountById.load(key.mountId));
    if (!mount) return null;
    const shown = { ...key, isDefault: mount.defaultKeyId === id };
    return this.#allowed(toReadKey(mount.path, shown), shown);
  }

  async managedKey(id: string): Promise<ManagedKeyFacts | null> {
    const key = ids.managedKey.is(id) ? await this.deps.load.managedKey.load(id) : null;
    return key && this.#allowed(toReadManagedKey(key.name), key);
  }

  async role(id: string): Promise<ReadRole | null> {
    const role = ids.role.is(id) ? await this.deps.load.role.load(id) : null;
    const mount = role && (await this.deps.load.mountById.load(role.mountId));
    return mount && this.#allowed(toReadRole(mount.path, role.name), { ...role, mount: mount.path });
  }

  async celRole(id: string): Promise<ReadCelRole | null> {
    const role = ids.celRole.is(id) ? await this.deps.load.celRole.load(id) : null;
    const mount = role && (await this.deps.load.mountById.load(role.mountId));
    return mount && this.#allowed(toReadCelRole(mount.path, role.name), { ...role, mount: mount.path });
  }

  /** For every caller with a token: certificates are public. */
  async certificate(id: string): Promise<StoredCertificate | null> {
    const row = ids.certificate.is(id) ? await this.deps.load.certificate.load(id) : null;
    const mount = row && (await this.deps.load.mountById.load(row.mountId));
    return mount && this.deps.certificates.shown(row, mount.path);
  }

  /** A certificate by the path of its mount and its serial number there: for every caller with a token. */
  async certificateNumbered(mountPath: string, serialNumber: string): Promise<StoredCertificate | null> {
    const number = parseSerialNumber(serialNumber);
    const authority = number && (await this.deps.load.authority.load(mountPath));
    if (!number || !authority) return null;
    const place = { mountId: authority.mount.id, name: bareSerial(number) };
    const row = meantOf(authority, await this.deps.load.certificatesNumbered.load(place));
    return row ? this.deps.certificates.shown(row, authority.mount.path) : null;
  }

  /** For callers who may list the revocations of the mount. */
  async revocation(id: string): Promise<RevocationRow | null> {
    const row = ids.revocation.is(id) ? await this.deps.load.revocation.load(id) : null;
    const mount = row && (await this.deps.load.mountById.load(row.mountId));
    return mount && this.#allowed({ capability: 'list', paths: [`${mount.path}/certs/revoked/`] }, row);
  }

  async #allowed<T>(right: Right, found: T): Promise<T | null> {
    try {
      await requireOne(this.deps.policies, this.caller, [right]);
      return found;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'PERMISSION_DENIED') return null;
      throw error;
    }
  }
}
