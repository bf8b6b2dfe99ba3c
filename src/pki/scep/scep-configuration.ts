import type { Caller } from '../../identity/caller.js';
import { invalidInput } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import { readScepConfig } from '../config/stored.js';
import { defaultPolicy, EnrolmentConfiguration } from '../enrolment/configuration.js';
import type { ConfigurationDeps, Protocol } from '../enrolment/configuration.js';
import { unfitIssuer } from './place.js';
import {
  digestAlgorithms,
  encryptionAlgorithms,
  isDigestAlgorithm,
  isEncryptionAlgorithm,
  logLevels,
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

/** `config/scep` (Vault API, PKI: "Set SCEP configuration"). */
export class ScepConfiguration {
  readonly #configuration: EnrolmentConfiguration<ScepConfig, ScepConfigChange>;

  constructor(deps: ConfigurationDeps) {
    this.#configuration = new EnrolmentConfiguration(deps, scep);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  read(caller: Caller, mount: string): Promise<ScepConfig> {
    return this.#configuration.read(caller, mount);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async change(caller: Caller, mount: string, given: ScepConfigChange): Promise<ScepConfig> {
    return (await this.#configuration.change(caller, mount, given)).config;
  }
}

const scep: Protocol<ScepConfig, ScepConfigChange> = {
  name: 'scep',
  of: ({ mount }) => mount.scep,
  stored: ({ scepConfig }) => readScepConfig(scepConfig),
  async keep(tx, mountId, config) {
    await tx.mount.update({ where: { id: mountId }, data: { scepConfig: JSON.stringify(config) } });
  },
  merged: (before, given) => ({
    enabled: given.enabled ?? before.enabled,
    defaultPathPolicy: given.defaultPathPolicy ?? before.defaultPathPolicy,
    allowedEncryptionAlgorithms: given.allowedEncryptionAlgorithms ?? before.allowedEncryptionAlgorithms,
    allowedDigestAlgorithms: given.allowedDigestAlgorithms ?? before.allowedDigestAlgorithms,
    restrictCaChainToIssuer: given.restrictCaChainToIssuer ?? before.restrictCaChainToIssuer,
    authenticators: given.authenticators ? kept(given.authenticators) : before.authenticators,
    requireApproval: given.requireApproval ?? before.requireApproval,
    logLevel: given.logLevel ?? before.logLevel,
    lastUpdated: before.lastUpdated,
  }),
  methods: ({ authenticators }) => ({ cert: authenticators?.cert, scep: authenticators?.scep }),
  policies: ({ defaultPathPolicy }) => defaultPolicy(defaultPathPolicy),
  kept: 'certificates of SCEP are asked for again',
  requireForm(config) {
    requireAlgorithms('allowedEncryptionAlgorithms', config, isEncryptionAlgorithm, encryptionAlgorithms);
    requireAlgorithms('allowedDigestAlgorithms', config, isDigestAlgorithm, Object.keys(digestAlgorithms));
    if (!logLevels.some((each) => each === config.logLevel.toUpperCase()))
      throw invalidInput(
        'logLevel',
        worded`${fieldName('logLevel')} must be one of ${logLevels.filter(Boolean).join(', ')}, or empty`,
      );
  },
  requireUsable(authority, { defaultPathPolicy }, [role]) {
    if (defaultPathPolicy === '') return;
    const issuer = authority.issuerReferred(role?.issuerRef ?? 'default');
    const why = issuer && unfitIssuer(issuer);
    if (why !== undefined)
      throw invalidInput('defaultPathPolicy', worded`${fieldName('defaultPathPolicy')} cannot be used: ${why}`);
  },
};

function kept({ cert, scep }: NonNullable<ScepConfigChange['authenticators']>): Authenticators {
  const of = ({ accessor, role }: GivenAuthenticator): Authenticator => ({ accessor, role: role ?? null });
  return { ...(cert && { cert: of(cert) }), ...(scep && { scep: of(scep) }) };
}

/** @throws INVALID_INPUT */
function requireAlgorithms(
  field: 'allowedEncryptionAlgorithms' | 'allowedDigestAlgorithms',
  config: ScepConfig,
  isKnown: (name: string) => boolean,
  known: readonly string[],
): void {
  const list = config[field];
  if (list.length === 0) throw invalidInput(field, worded`${fieldName(field)} must not be empty`);
  const wrong = list.find((each) => !isKnown(each));
  if (wrong !== undefined)
    throw invalidInput(
      field,
      worded`${fieldName(field)}: ${weak.get(wrong) ?? `"${wrong.slice(0, 50)}" is not known`}; there are ${known.join(', ')}`,
    );
  if (new Set(list).size < list.length) throw invalidInput(field, worded`${fieldName(field)} names an algorithm twice`);
}

/** Known, and refused in words. */
const weak: ReadonlyMap<string, string> = new Map([
  ['des-cbc', 'des-cbc is refused, because single DES has been broken'],
  ['sha-1', 'sha-1 is refused, because signatures with SHA-1 can be forged'],
]);
