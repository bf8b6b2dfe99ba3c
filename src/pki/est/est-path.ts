import type { Database } from '../../platform/database/database.js';
import { isAbsence } from '../../platform/problems.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import type { IssuerUsage } from '../issuers/usages.js';
import { deciderOf } from '../enrolment/decider.js';
import type { Decider } from '../enrolment/decider.js';
import { pathPolicyOf } from '../enrolment/path-policy.js';
import type { PathPolicy } from '../enrolment/path-policy.js';
import type { RoleStore } from '../roles/role.store.js';
import { withoutLabel } from './est-config.js';
import type { EstConfig } from './est-config.js';
import { EstRefusal, notThere } from './est-refusal.js';

/** Which paths a request is below: those of a mount, or those of a label below `/.well-known/est`. */
export type EstPlace =
  | { readonly mount: string; readonly role?: string | undefined }
  | {
      /** Undefined for those without a label. */
      readonly label: string | undefined;
    };

/** The paths of a mount where EST is on. */
export interface EstPath {
  readonly authority: Authority;
  readonly config: EstConfig;
  readonly policy: PathPolicy;
  /** The path below the mount that policies are asked about, before the operation. */
  readonly below: string;
}

/** Finds what a path is about (Vault API, PKI: "EST Protocol Paths"). */
export class EstPaths {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly authorities: AuthorityReader;
      readonly roles: RoleStore;
    },
  ) {}

  /** @throws MOUNT_NOT_FOUND for the path of a mount; EstRefusal if there is no EST */
  async open(place: EstPlace): Promise<EstPath> {
    if ('mount' in place) return ofMount(await this.deps.authorities.byPath(place.mount), place.role);
    const label = place.label ?? withoutLabel;
    const row = await this.deps.database.client.estLabel.findUnique({ where: { label }, select: { mountId: true } });
    if (!row) throw notThere();
    return ofLabel(await this.#authority(row.mountId), label);
  }

  /**
   * @param usage undefined if nothing is signed
   * @throws EstRefusal, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE
   */
  deciderOf({ authority, policy }: EstPath, usage?: IssuerUsage): Promise<Decider> {
    return deciderOf(this.deps.roles, { authority, policy, usage, keeps: false }, (why) =>
      'role' in why ? new EstRefusal(404, `the role ${why.role} does not exist`) : notThere(),
    );
  }

  async #authority(mountId: string): Promise<Authority> {
    try {
      return await this.deps.authorities.byId(mountId);
    } catch (error) {
      if (isAbsence(error)) throw notThere();
      throw error;
    }
  }
}

function ofMount(authority: Authority, role: string | undefined): EstPath {
  const { est: config } = authority.mount;
  const policy: PathPolicy | undefined =
    role === undefined ? pathPolicyOf(config.defaultPathPolicy) : { kind: 'role', name: role };
  if (!config.enabled || !policy) throw notThere();
  return { authority, config, policy, below: role === undefined ? 'est' : `roles/${role}/est` };
}

/** A label leads to the paths of its role, or to those of the mount. */
function ofLabel(authority: Authority, label: string): EstPath {
  const { est: config } = authority.mount;
  const own = Object.hasOwn(config.labelToPathPolicy, label) ? config.labelToPathPolicy[label] : undefined;
  const text = label === withoutLabel ? (config.defaultMount ? config.defaultPathPolicy : undefined) : own;
  const policy = pathPolicyOf(text ?? '');
  if (!config.enabled || !policy) throw notThere();
  return { authority, config, policy, below: policy.kind === 'role' ? `roles/${policy.name}/est` : 'est' };
}
