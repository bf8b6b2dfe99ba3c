import type { Database } from '../../platform/database/database.js';
import { isAbsence } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import { defaultReference } from '../issuers/references.js';
import type { IssuerUsage } from '../issuers/usages.js';
import { deciderOf } from '../enrolment/decider.js';
import type { Decider } from '../enrolment/decider.js';
import { pathPolicyOf } from '../enrolment/path-policy.js';
import type { PathPolicy } from '../enrolment/path-policy.js';
import { roleFields } from '../policy/index.js';
import type { Role } from '../policy/index.js';
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
  /** Whether whoever asks chose the role. */
  readonly roleNamed: boolean;
}

/** What everybody is told of a path. */
export interface ShownPath {
  readonly issuer: AuthorityIssuer;
  /** Undefined where requests are signed verbatim. */
  readonly key: RoleKey | undefined;
}

/** What a role says of keys. */
export type RoleKey = Pick<Role, 'keyType' | 'keyBits'>;

/** Of a role that was made without a word about them. */
const unsaid: RoleKey = { keyType: roleFields.keyType.default, keyBits: roleFields.keyBits.default };

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
   * @throws EstRefusal, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE
   */
  deciderOf({ authority, policy }: EstPath, usage?: IssuerUsage): Promise<Decider> {
    return deciderOf(this.deps.roles, { authority, policy, usage, keeps: false }, (why) =>
      'role' in why ? new EstRefusal(404, `the role ${why.role} does not exist`) : notThere(),
    );
  }

  /**
   * What may be read without signing in. A role that a path names and that does not exist is shown like one of which nothing was said: so nobody learns which
   * roles there are, except by what their owners have set.
   * @throws EstRefusal, ISSUER_NOT_FOUND
   */
  async shown(path: EstPath): Promise<ShownPath> {
    const { authority, policy, roleNamed } = path;
    if (policy.kind === 'role' && roleNamed && !(await this.deps.roles.find(authority.mount.id, policy.name)))
      return { issuer: authority.issuer(defaultReference), key: unsaid };
    const decider = await this.deciderOf(path);
    return { issuer: decider.issuer, key: decider.kind === 'role' ? decider.role.role : undefined };
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
  return {
    authority,
    config,
    policy,
    below: role === undefined ? 'est' : `roles/${role}/est`,
    roleNamed: role !== undefined,
  };
}

/** A label leads to the paths of its role, or to those of the mount. */
function ofLabel(authority: Authority, label: string): EstPath {
  const { est: config } = authority.mount;
  const own = Object.hasOwn(config.labelToPathPolicy, label) ? config.labelToPathPolicy[label] : undefined;
  const text = label === withoutLabel ? (config.defaultMount ? config.defaultPathPolicy : undefined) : own;
  const policy = pathPolicyOf(text ?? '');
  if (!config.enabled || !policy) throw notThere();
  const below = policy.kind === 'role' ? `roles/${policy.name}/est` : 'est';
  return { authority, config, policy, below, roleNamed: false };
}
