import type { Caller } from '../../identity/caller.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { invalidInput } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import { readCmpConfig } from '../config/stored.js';
import { defaultPolicy, EnrolmentConfiguration } from '../enrolment/configuration.js';
import type { ConfigurationDeps, Protocol } from '../enrolment/configuration.js';
import { requireAuditFields, requireListed } from '../enrolment/request-fields.js';
import type { Authority } from '../issuers/authority.js';
import { disableableValidations } from './cmp-config.js';
import type { CmpConfig } from './cmp-config.js';

/** What a change may give; absent and null fields do not change. */
export type CmpConfigChange = { readonly [Key in keyof Omit<CmpConfig, 'lastUpdated'>]?: CmpConfig[Key] | null };

/** A configuration after a change, with warnings for callers. */
export interface ChangedCmpConfig {
  readonly config: CmpConfig;
  readonly warnings: readonly Said[];
}

/** `config/cmp` (Vault API, PKI: "Set CMPv2 Configuration"). */
export class CmpConfiguration {
  readonly #configuration: EnrolmentConfiguration<CmpConfig, CmpConfigChange>;

  constructor(private readonly deps: ConfigurationDeps & { readonly database: Pick<Database, 'client'> }) {
    this.#configuration = new EnrolmentConfiguration(deps, cmp);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  read(caller: Caller, mount: string): Promise<CmpConfig> {
    return this.#configuration.read(caller, mount);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, NAME_TAKEN for a default mount that another became at the same time */
  async change(caller: Caller, mount: string, given: CmpConfigChange): Promise<ChangedCmpConfig> {
    const { config, authority } = await this.#configuration.change(caller, mount, given);
    return { config, warnings: config.enabled ? warningsOf(authority) : [] };
  }

  /** Path of the mount that is found without a name; null for none. */
  async defaultMount(): Promise<string | null> {
    const where = { isCmpDefault: true };
    return (await this.deps.database.client.mount.findUnique({ where, select: { path: true } }))?.path ?? null;
  }
}

const cmp: Protocol<CmpConfig, CmpConfigChange> = {
  name: 'cmp',
  of: ({ mount }) => mount.cmp,
  stored: ({ cmpConfig }) => readCmpConfig(cmpConfig),
  async keep(tx, mountId, config) {
    // A mount where CMP is off leaves the address without a name to others.
    const isCmpDefault = config.enabled && config.defaultMount ? true : null;
    if (isCmpDefault) await requireOnlyDefault(tx, mountId);
    await tx.mount.update({ where: { id: mountId }, data: { isCmpDefault, cmpConfig: JSON.stringify(config) } });
  },
  merged: (before, given) => ({
    enabled: given.enabled ?? before.enabled,
    defaultMount: given.defaultMount ?? before.defaultMount,
    defaultPathPolicy: given.defaultPathPolicy ?? before.defaultPathPolicy,
    certAccessor: given.certAccessor ?? before.certAccessor,
    certRole: given.certRole ?? before.certRole,
    enableSentinelParsing: given.enableSentinelParsing ?? before.enableSentinelParsing,
    auditFields: given.auditFields ?? before.auditFields,
    disabledValidations: given.disabledValidations ?? before.disabledValidations,
    lastUpdated: before.lastUpdated,
  }),
  // Without an accessor there is no method.
  methods: ({ certAccessor, certRole }) => ({ cert: certAccessor ? { accessor: certAccessor, role: certRole } : null }),
  policies: ({ defaultPathPolicy }) => defaultPolicy(defaultPathPolicy),
  kept: 'certificates of CMP are asked for again',
  requireForm({ enabled, defaultPathPolicy, certAccessor, certRole, auditFields, disabledValidations }) {
    if (enabled && defaultPathPolicy === '')
      throw invalidInput('defaultPathPolicy', worded`${fieldName('defaultPathPolicy')} must be set to enable CMPv2`);
    if (certAccessor === '' && certRole !== '')
      throw invalidInput('authenticators', worded`a ${fieldName('certRole')} needs the accessor of its auth method`);
    requireAuditFields(auditFields);
    requireListed('disabledValidations', disabledValidations, disableableValidations);
  },
};

/** Only one mount can be found at the address without a name. @throws INVALID_INPUT */
async function requireOnlyDefault(tx: TransactionClient, mountId: string): Promise<void> {
  const other = await tx.mount.findUnique({ where: { isCmpDefault: true }, select: { id: true } });
  if (other && other.id !== mountId) throw invalidInput('defaultMount', 'another mount is the default mount of CMPv2');
}

/** Clients refuse what an issuer signs whose certificate does not allow it (RFC 9483 §1.4). */
function warningsOf({ defaultIssuer }: Authority): readonly Said[] {
  const usage = defaultIssuer?.certificate.extensions.keyUsage;
  return !usage || usage.includes('digitalSignature')
    ? []
    : [
        worded`the default issuer does not have the key usage DigitalSignature: many clients refuse messages that it signs; issue one with ${fieldName('keyUsage')} CertSign,CRLSign,DigitalSignature, or use shared secrets`,
      ];
}
