import { changedOf } from '../../identity/audit/changed.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { readScepConfig } from '../config/stored.js';
import type { Authority } from '../issuers/authority.js';
import type { RoleStore } from '../roles/role.store.js';
import { unfitIssuer } from './place.js';
import {
  digestAlgorithms,
  encryptionAlgorithms,
  isDigestAlgorithm,
  isEncryptionAlgorithm,
  logLevels,
  pathPolicyOf,
} from './scep-config.js';
import type { Authenticator, Authenticators, ScepConfig } from './scep-config.js';

interface GivenAuthenticator {
  readonly accessor: string;
  readonly role?: string | null | undefined;
}

/** What a change may give; absent and null fields do not change. */
export interface ScepConfigChange {
  readonly enabled?: boolean | null | undefined;
  readonly defaultPathPolicy?: string | null | undefined;
  readonly allowedEncryptionAlgorithms?: readonly string[] | null | undefined;
  readonly allowedDigestAlgorithms?: readonly string[] | null | undefined;
  readonly restrictCaChainToIssuer?: boolean | null | undefined;
  /** All of them: one that is left out is taken away. */
  readonly authenticators?:
    | { readonly cert?: GivenAuthenticator | null | undefined; readonly scep?: GivenAuthenticator | null | undefined }
    | null
    | undefined;
  readonly requireApproval?: boolean | null | undefined;
  readonly logLevel?: string | null | undefined;
}

const path = 'config/scep';

/** `config/scep` (Vault API, PKI: "Set SCEP configuration"). */
export class ScepConfiguration {
  constructor(
    private readonly deps: {
      readonly access: MountAccess;
      readonly changes: AuthorityChanges;
      readonly roleStore: RoleStore;
      readonly signIns: Pick<SignIns, 'find'>;
      readonly clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async read(caller: Caller, mount: string): Promise<ScepConfig> {
    return (await this.deps.access.to(caller, mount, path, 'read')).mount.scep;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async change(caller: Caller, mount: string, given: ScepConfigChange): Promise<ScepConfig> {
    const authority = await this.deps.access.to(caller, mount, path, 'update');
    const { mount: found } = authority;
    await this.#requireMethods(given.authenticators ?? {});
    return this.deps.changes.make(caller, found, 'scep', 'mount.scepConfig', async (tx, row) => {
      const before = readScepConfig(row.scepConfig);
      const config = { ...merged(before, given), lastUpdated: this.deps.clock.now().toISOString() };
      requireForm(config);
      await this.#requireDecider(tx, authority, config);
      await tx.mount.update({ where: { id: found.id }, data: { scepConfig: JSON.stringify(config) } });
      const target = { type: 'mount' as const, id: found.id, name: found.path };
      return { result: config, target, details: changedOf(before, config) };
    });
  }

  async #requireMethods(given: NonNullable<ScepConfigChange['authenticators']>): Promise<void> {
    for (const kind of ['cert', 'scep'] as const) {
      const accessor = given[kind]?.accessor;
      if (accessor === undefined || (accessor !== '' && (await this.deps.signIns.find(kind, accessor)))) continue;
      throw refused(
        ['authenticators', kind, 'accessor'],
        `no auth method of type ${kind} has the accessor "${accessor.slice(0, 100)}"`,
      );
    }
  }

  /** What cannot be used is refused now, not when a device asks. */
  async #requireDecider(tx: TransactionClient, authority: Authority, config: ScepConfig): Promise<void> {
    const policy = pathPolicyOf(config.defaultPathPolicy);
    if (!policy) return;
    const role =
      policy.kind === 'role' ? await this.deps.roleStore.namedIn(tx, authority.mount.id, policy.name) : undefined;
    const fault = (why: string) =>
      refused(['defaultPathPolicy'], worded`${fieldName('defaultPathPolicy')} cannot be used: ${why}`);
    if (policy.kind === 'role' && !role) throw fault(`the role ${policy.name} does not exist`);
    if (role?.noStore === true) throw fault('the role has no_store, and certificates of SCEP are asked for again');
    if (!config.enabled) return;
    const issuer = authority.issuerReferred(role?.issuerRef ?? 'default');
    const why = issuer && unfitIssuer(issuer);
    if (why !== undefined) throw fault(why);
  }
}

const refused = (field: readonly string[], message: Said) => problem('INVALID_INPUT', message, field);

function merged(before: ScepConfig, given: ScepConfigChange): ScepConfig {
  return {
    enabled: given.enabled ?? before.enabled,
    defaultPathPolicy: given.defaultPathPolicy ?? before.defaultPathPolicy,
    allowedEncryptionAlgorithms: given.allowedEncryptionAlgorithms ?? before.allowedEncryptionAlgorithms,
    allowedDigestAlgorithms: given.allowedDigestAlgorithms ?? before.allowedDigestAlgorithms,
    restrictCaChainToIssuer: given.restrictCaChainToIssuer ?? before.restrictCaChainToIssuer,
    authenticators: given.authenticators ? kept(given.authenticators) : before.authenticators,
    requireApproval: given.requireApproval ?? before.requireApproval,
    logLevel: given.logLevel?.toUpperCase() ?? before.logLevel,
    lastUpdated: before.lastUpdated,
  };
}

function kept({ cert, scep }: NonNullable<ScepConfigChange['authenticators']>): Authenticators {
  const of = ({ accessor, role }: GivenAuthenticator): Authenticator => ({ accessor, role: role ?? null });
  return { ...(cert && { cert: of(cert) }), ...(scep && { scep: of(scep) }) };
}

const longestRole = 255;

/** @throws INVALID_INPUT */
function requireForm(config: ScepConfig): void {
  const lists = [
    ['allowedEncryptionAlgorithms', isEncryptionAlgorithm, encryptionAlgorithms],
    ['allowedDigestAlgorithms', isDigestAlgorithm, Object.keys(digestAlgorithms)],
  ] as const;
  for (const [field, isKnown, known] of lists) {
    const list = config[field];
    if (list.length === 0) throw refused([field], worded`${fieldName(field)} must not be empty`);
    const wrong = list.find((each) => !isKnown(each));
    if (wrong !== undefined)
      throw refused(
        [field],
        worded`${fieldName(field)}: ${weak.get(wrong) ?? `"${wrong.slice(0, 50)}" is not known`}; there are ${known.join(', ')}`,
      );
    if (new Set(list).size < list.length) throw refused([field], worded`${fieldName(field)} names an algorithm twice`);
  }
  if (config.defaultPathPolicy !== '' && !pathPolicyOf(config.defaultPathPolicy))
    throw refused(
      ['defaultPathPolicy'],
      worded`${fieldName('defaultPathPolicy')} must be sign-verbatim, or role: with the name of a role`,
    );
  if (!logLevels.some((each) => each === config.logLevel))
    throw refused(
      ['logLevel'],
      worded`${fieldName('logLevel')} must be one of ${logLevels.filter(Boolean).join(', ')}, or empty`,
    );
  for (const kind of ['cert', 'scep'] as const)
    if ((config.authenticators[kind]?.role?.length ?? 0) > longestRole)
      throw refused(['authenticators', kind, 'role'], `the name of a role has at most ${longestRole} characters`);
}

/** Known, and refused in words. */
const weak: ReadonlyMap<string, string> = new Map([
  ['des-cbc', 'des-cbc is refused, because single DES has been broken'],
  ['sha-1', 'sha-1 is refused, because signatures with SHA-1 can be forged'],
]);
