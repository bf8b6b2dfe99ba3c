import { changedOf } from '../../identity/audit/changed.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { readCmpConfig } from '../config/stored.js';
import type { Authority } from '../issuers/authority.js';
import type { RoleStore } from '../roles/role.store.js';
import { auditFieldNames, disableableValidations, pathPolicyOf } from './cmp-config.js';
import type { CmpConfig } from './cmp-config.js';

/** What a change may give; absent and null fields do not change. */
export type CmpConfigChange = { readonly [Key in keyof Omit<CmpConfig, 'lastUpdated'>]?: CmpConfig[Key] | null };

/** A configuration after a change, with warnings for callers. */
export interface ChangedCmpConfig {
  readonly config: CmpConfig;
  readonly warnings: readonly Said[];
}

const path = 'config/cmp';
const mostListed = 100;

/** `config/cmp` (Vault API, PKI: "Set CMPv2 Configuration"). */
export class CmpConfiguration {
  constructor(
    private readonly deps: {
      readonly database: Pick<Database, 'readSql'>;
      readonly access: MountAccess;
      readonly changes: AuthorityChanges;
      readonly roleStore: RoleStore;
      readonly signIns: Pick<SignIns, 'find'>;
      readonly clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async read(caller: Caller, mount: string): Promise<CmpConfig> {
    return (await this.deps.access.to(caller, mount, path, 'read')).mount.cmp;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async change(caller: Caller, mount: string, given: CmpConfigChange): Promise<ChangedCmpConfig> {
    const authority = await this.deps.access.to(caller, mount, path, 'update');
    const { mount: found } = authority;
    await this.#requireMethod(merged(found.cmp, given));
    const config = await this.deps.changes.make(caller, found, 'cmp', 'mount.cmpConfig', async (tx, row) => {
      const before = readCmpConfig(row.cmpConfig);
      const config = { ...merged(before, given), lastUpdated: this.deps.clock.now().toISOString() };
      requireForm(config);
      await this.#requireRole(tx, found.id, config);
      if (config.defaultMount) await requireOnlyDefault(tx, found.id);
      await tx.mount.update({ where: { id: found.id }, data: { cmpConfig: JSON.stringify(config) } });
      const target = { type: 'mount' as const, id: found.id, name: found.path };
      return { result: config, target, details: changedOf(before, config) };
    });
    return { config, warnings: config.enabled ? warningsOf(authority) : [] };
  }

  /** Path of the mount that is found without a name; null for none. */
  async defaultMount(): Promise<string | null> {
    const rows = await this.deps.database.readSql(
      `SELECT "path", "cmpConfig" FROM "Mount" WHERE "cmpConfig" LIKE '%"defaultMount":true%' ORDER BY "path" LIMIT 2`,
    );
    const path = rows[0]?.['path'];
    return typeof path === 'string' ? path : null;
  }

  async #requireMethod({ certAccessor }: CmpConfig): Promise<void> {
    if (certAccessor === '') return;
    if (!(await this.deps.signIns.find('cert', certAccessor)))
      throw refused('authenticators', `there is no auth method of type cert with accessor ${certAccessor}`);
  }

  async #requireRole(tx: TransactionClient, mountId: string, { defaultPathPolicy }: CmpConfig): Promise<void> {
    const policy = pathPolicyOf(defaultPathPolicy);
    if (policy?.kind !== 'role') return;
    const role = await this.deps.roleStore.namedIn(tx, mountId, policy.name);
    const why = !role ? 'role does not exist' : role.noStore ? 'role has no_store set to true' : undefined;
    if (why !== undefined)
      throw refused('defaultPathPolicy', `default path policy role ${policy.name} is not usable by CMPv2: ${why}`);
  }
}

const refused = (field: string, message: Said) => problem('INVALID_INPUT', message, [field]);

const merged = (before: CmpConfig, given: CmpConfigChange): CmpConfig => ({
  enabled: given.enabled ?? before.enabled,
  defaultMount: given.defaultMount ?? before.defaultMount,
  defaultPathPolicy: given.defaultPathPolicy ?? before.defaultPathPolicy,
  certAccessor: given.certAccessor ?? before.certAccessor,
  certRole: given.certRole ?? before.certRole,
  enableSentinelParsing: given.enableSentinelParsing ?? before.enableSentinelParsing,
  auditFields: given.auditFields ?? before.auditFields,
  disabledValidations: given.disabledValidations ?? before.disabledValidations,
  lastUpdated: before.lastUpdated,
});

/** @throws INVALID_INPUT */
function requireForm(config: CmpConfig): void {
  const policy = pathPolicyOf(config.defaultPathPolicy);
  if (!policy)
    throw refused(
      'defaultPathPolicy',
      worded`invalid ${fieldName('defaultPathPolicy')}: ${config.defaultPathPolicy.slice(0, 100)} is neither sign-verbatim nor role: and the name of a role`,
    );
  if (config.enabled && policy.kind === 'none')
    throw refused('defaultPathPolicy', worded`${fieldName('defaultPathPolicy')} must be set to enable CMPv2`);
  if (config.certAccessor === '' && config.certRole !== '')
    throw refused('authenticators', 'a cert_role needs the accessor of its auth method');
  const lists = [
    ['auditFields', config.auditFields, auditFieldNames],
    ['disabledValidations', config.disabledValidations, disableableValidations],
  ] as const;
  for (const [field, list, known] of lists) {
    if (list.length > mostListed)
      throw refused(field, worded`${fieldName(field)} may have at most ${mostListed} items`);
    const unknown = list.find((each) => !known.some((one) => one === each));
    if (unknown !== undefined)
      throw refused(
        field,
        worded`${fieldName(field)} has ${unknown.slice(0, 100)}, which is not one of ${known.join(', ')}`,
      );
    if (new Set(list).size < list.length) throw refused(field, worded`${fieldName(field)} names one twice`);
  }
}

/** Only one mount can be found at the address without a name. @throws INVALID_INPUT */
async function requireOnlyDefault(tx: TransactionClient, mountId: string): Promise<void> {
  const others = await tx.mount.findMany({ where: { id: { not: mountId } }, select: { cmpConfig: true, path: true } });
  const other = others.find(({ cmpConfig }) => readCmpConfig(cmpConfig).defaultMount);
  if (other) throw refused('defaultMount', 'another mount is the default mount of CMPv2');
}

/** Clients refuse what an issuer signs whose certificate does not allow it (RFC 9483 §1.4). */
function warningsOf({ defaultIssuer }: Authority): readonly Said[] {
  const usage = defaultIssuer?.certificate.extensions.keyUsage;
  return !usage || usage.includes('digitalSignature')
    ? []
    : [
        'the default issuer does not have the key usage DigitalSignature: many clients refuse messages that it signs; issue one with key_usage CertSign,CRLSign,DigitalSignature, or use shared secrets',
      ];
}
