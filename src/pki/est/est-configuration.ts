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
import { readEstConfig } from '../config/stored.js';
import { pathPolicyOf } from '../enrolment/path-policy.js';
import { isRequestField, requestFields } from '../enrolment/request-fields.js';
import type { RoleStore } from '../roles/role.store.js';
import { isLabel, withoutLabel } from './est-config.js';
import type { EstAuthenticators, EstConfig } from './est-config.js';

/** Absent and null fields do not change. */
export type EstConfigChange = {
  readonly [Key in keyof Omit<EstConfig, 'lastUpdated'>]?: EstConfig[Key] | null | undefined;
};

const path = 'config/est';
const mostLabels = 100;
const longestText = 255;

/** `config/est` (Vault API, PKI: "Set EST configuration"). */
export class EstConfiguration {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly access: MountAccess;
      readonly changes: AuthorityChanges;
      readonly roleStore: RoleStore;
      readonly signIns: Pick<SignIns, 'find'>;
      readonly clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async read(caller: Caller, mount: string): Promise<EstConfig> {
    return (await this.deps.access.to(caller, mount, path, 'read')).mount.est;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, NAME_TAKEN for a path that another mount took at the same time */
  async change(caller: Caller, mount: string, given: EstConfigChange): Promise<EstConfig> {
    const { mount: found } = await this.deps.access.to(caller, mount, path, 'update');
    // Methods are looked up outside of the transaction, and those that were configured before may be gone.
    if (given.authenticators) await this.#requireMethods(given.authenticators);
    const lastUpdated = this.deps.clock.now().toISOString();
    return this.deps.changes.make(caller, found, 'est', 'mount.estConfig', async (tx, row) => {
      const before = readEstConfig(row.estConfig);
      const config = { ...merged(before, given), lastUpdated };
      requireForm(config);
      await this.#requireRoles(tx, found.id, config);
      await claim(tx, found.id, config);
      await tx.mount.update({ where: { id: found.id }, data: { estConfig: JSON.stringify(config) } });
      const target = { type: 'mount' as const, id: found.id, name: found.path };
      return { result: config, target, details: changedOf(before, config) };
    });
  }

  async #requireMethods({ userpass, cert }: EstAuthenticators): Promise<void> {
    for (const [kind, method] of [['userpass', userpass] as const, ['cert', cert] as const]) {
      if (!method) continue;
      if (method.accessor === '') throw refused('authenticators', `the authenticator ${kind} has no accessor`);
      if (method.accessor.length > longestText || !(await this.deps.signIns.find(kind, method.accessor)))
        throw refused(
          'authenticators',
          `no auth method of type ${kind} has the accessor ${JSON.stringify(method.accessor.slice(0, longestText))}`,
        );
    }
  }

  async #requireRoles(tx: TransactionClient, mountId: string, config: EstConfig): Promise<void> {
    const named = [
      ['defaultPathPolicy', config.defaultPathPolicy] as const,
      ...Object.values(config.labelToPathPolicy).map((text) => ['labelToPathPolicy', text] as const),
    ];
    for (const [field, text] of named) {
      const policy = pathPolicyOf(text);
      if (policy?.kind === 'role' && !(await this.deps.roleStore.namedIn(tx, mountId, policy.name)))
        throw refused(
          field,
          worded`invalid ${fieldName(field)}: the role ${policy.name.slice(0, longestText)} does not exist`,
        );
    }
  }
}

const refused = (field: string, message: Said) => problem('INVALID_INPUT', message, [field]);

function merged(before: EstConfig, given: EstConfigChange): Omit<EstConfig, 'lastUpdated'> {
  return {
    enabled: given.enabled ?? before.enabled,
    defaultMount: given.defaultMount ?? before.defaultMount,
    defaultPathPolicy: given.defaultPathPolicy ?? before.defaultPathPolicy,
    labelToPathPolicy: given.labelToPathPolicy ?? before.labelToPathPolicy,
    authenticators: given.authenticators ?? before.authenticators,
    enableSentinelParsing: given.enableSentinelParsing ?? before.enableSentinelParsing,
    auditFields: given.auditFields ?? before.auditFields,
  };
}

/** @throws INVALID_INPUT */
function requireForm(config: EstConfig): void {
  const { defaultMount, defaultPathPolicy, labelToPathPolicy, auditFields, authenticators } = config;
  if (defaultMount && defaultPathPolicy === '')
    throw refused(
      'defaultPathPolicy',
      worded`${fieldName('defaultPathPolicy')} must be set where ${fieldName('defaultMount')} is true`,
    );
  if (defaultPathPolicy !== '') requirePolicy('defaultPathPolicy', defaultPathPolicy);
  const labels = Object.entries(labelToPathPolicy);
  if (labels.length > mostLabels)
    throw refused('labelToPathPolicy', worded`${fieldName('labelToPathPolicy')} may have at most ${mostLabels} labels`);
  for (const [label, policy] of labels) {
    if (!isLabel(label))
      throw refused(
        'labelToPathPolicy',
        `${JSON.stringify(label.slice(0, longestText))} cannot be a label: one has at most 64 letters, digits and . _ ~ -, and is no operation of EST`,
      );
    requirePolicy('labelToPathPolicy', policy);
  }
  const unknown = auditFields.find((field) => !isRequestField(field));
  if (unknown !== undefined)
    throw refused(
      'auditFields',
      worded`invalid ${fieldName('auditFields')}: ${JSON.stringify(unknown.slice(0, longestText))} is none of ${requestFields.join(', ')}`,
    );
  if (new Set(auditFields).size < auditFields.length)
    throw refused('auditFields', worded`${fieldName('auditFields')} names a field twice`);
  if ((authenticators.cert?.certRole.length ?? 0) > longestText)
    throw refused('authenticators', `a role has a name of at most ${longestText} characters`);
}

/** @throws INVALID_INPUT */
function requirePolicy(field: string, text: string): void {
  if (!pathPolicyOf(text) || text.length > longestText + 'role:'.length)
    throw refused(
      field,
      worded`invalid ${fieldName(field)}: ${JSON.stringify(text.slice(0, longestText))} is neither sign-verbatim nor role: with the name of a role`,
    );
}

/** The paths below `/.well-known/est` that a mount has. A mount where EST is off leaves them to others. */
const pathsOf = ({ enabled, defaultMount, labelToPathPolicy }: EstConfig): readonly string[] =>
  enabled ? [...(defaultMount ? [withoutLabel] : []), ...Object.keys(labelToPathPolicy)] : [];

/** @throws INVALID_INPUT for a path of another mount */
async function claim(tx: TransactionClient, mountId: string, config: EstConfig): Promise<void> {
  const labels = pathsOf(config);
  await tx.estLabel.deleteMany({ where: { mountId } });
  if (labels.length === 0) return;
  const taken = await tx.estLabel.findFirst({ where: { label: { in: [...labels] } }, orderBy: { label: 'asc' } });
  if (taken)
    throw taken.label === withoutLabel
      ? refused('defaultMount', 'another mount is the default mount for EST')
      : refused('labelToPathPolicy', `another mount has the label ${taken.label}`);
  await tx.estLabel.createMany({ data: labels.map((label) => ({ label, mountId })) });
}
