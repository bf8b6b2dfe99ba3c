import type { Caller } from '../../identity/caller.js';
import type { TransactionClient } from '../../platform/database/database.js';
import { invalidInput } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import { readEstConfig } from '../config/stored.js';
import { defaultPolicy, EnrolmentConfiguration } from '../enrolment/configuration.js';
import type { ConfigurationDeps, Protocol } from '../enrolment/configuration.js';
import { longestName } from '../enrolment/longest-name.js';
import { requireAuditFields } from '../enrolment/request-fields.js';
import { isLabel, withoutLabel } from './est-config.js';
import type { EstConfig } from './est-config.js';

/** Absent and null fields do not change. */
export type EstConfigChange = {
  readonly [Key in keyof Omit<EstConfig, 'lastUpdated'>]?: EstConfig[Key] | null | undefined;
};

const mostLabels = 100;

/** `config/est` (Vault API, PKI: "Set EST configuration"). */
export class EstConfiguration {
  readonly #configuration: EnrolmentConfiguration<EstConfig, EstConfigChange>;

  constructor(deps: ConfigurationDeps) {
    this.#configuration = new EnrolmentConfiguration(deps, est);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  read(caller: Caller, mount: string): Promise<EstConfig> {
    return this.#configuration.read(caller, mount);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, NAME_TAKEN for a path that another mount took at the same time */
  async change(caller: Caller, mount: string, given: EstConfigChange): Promise<EstConfig> {
    return (await this.#configuration.change(caller, mount, given)).config;
  }
}

const est: Protocol<EstConfig, EstConfigChange> = {
  name: 'est',
  of: ({ mount }) => mount.est,
  stored: ({ estConfig }) => readEstConfig(estConfig),
  async keep(tx, mountId, config) {
    await claim(tx, mountId, config);
    await tx.mount.update({ where: { id: mountId }, data: { estConfig: JSON.stringify(config) } });
  },
  merged: (before, given) => ({
    enabled: given.enabled ?? before.enabled,
    defaultMount: given.defaultMount ?? before.defaultMount,
    defaultPathPolicy: given.defaultPathPolicy ?? before.defaultPathPolicy,
    labelToPathPolicy: given.labelToPathPolicy ?? before.labelToPathPolicy,
    authenticators: given.authenticators ?? before.authenticators,
    enableSentinelParsing: given.enableSentinelParsing ?? before.enableSentinelParsing,
    auditFields: given.auditFields ?? before.auditFields,
    lastUpdated: before.lastUpdated,
  }),
  methods: ({ authenticators }) => ({
    userpass: authenticators?.userpass,
    cert: authenticators?.cert && { accessor: authenticators.cert.accessor, role: authenticators.cert.certRole },
  }),
  policies: ({ defaultPathPolicy, labelToPathPolicy }) => [
    ...defaultPolicy(defaultPathPolicy),
    ...Object.values(labelToPathPolicy ?? {}).map((text) => ({ field: 'labelToPathPolicy', text })),
  ],
  requireForm({ defaultMount, defaultPathPolicy, labelToPathPolicy, auditFields }) {
    if (defaultMount && defaultPathPolicy === '')
      throw invalidInput(
        'defaultPathPolicy',
        worded`${fieldName('defaultPathPolicy')} must be set where ${fieldName('defaultMount')} is true`,
      );
    const labels = Object.keys(labelToPathPolicy);
    if (labels.length > mostLabels)
      throw invalidInput(
        'labelToPathPolicy',
        worded`${fieldName('labelToPathPolicy')} may have at most ${mostLabels} labels`,
      );
    const wrong = labels.find((label) => !isLabel(label));
    if (wrong !== undefined)
      throw invalidInput(
        'labelToPathPolicy',
        `${JSON.stringify(wrong.slice(0, longestName))} cannot be a label: one has at most 64 letters, digits and . _ ~ -, and is no operation of EST`,
      );
    requireAuditFields(auditFields);
  },
};

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
      ? invalidInput('defaultMount', 'another mount is the default mount for EST')
      : invalidInput('labelToPathPolicy', `another mount has the label ${taken.label}`);
  await tx.estLabel.createMany({ data: labels.map((label) => ({ label, mountId })) });
}
