import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { OutboundGate } from '../../platform/outbound/outbound-gate.js';
import { problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import type { ExpressionProcess } from '../expressions/expression-process.js';
import { askerOf } from '../keys/key-pool.js';
import type {
  ClientKeyChange,
  ExternalPolicyConfig,
  ExternalPolicyStore,
  KeptExternalPolicy,
} from './external-policy.store.js';
import { exampleIdentity } from './policy-identity.js';
import { clientPartsOf, TrustFault, trustOf } from './service-trust.js';

/** What a change may give; absent and null fields do not change. */
export type ExternalPolicyChange = {
  readonly [Key in Exclude<keyof ExternalPolicyConfig, 'clientCertificate'>]?:
    | ExternalPolicyConfig[Key]
    | null
    | undefined;
} & {
  /** Certificates and key in PEM; empty for none. */
  readonly clientCertificateBundle?: string | null | undefined;
};

const path = 'config/external-policy';
const longestUrl = 2_048;
const longestTimeout = 60;

/** Which service decides about certificates of a mount, and how it is called (Vault API, PKI: `config/external-policy`). */
export class ExternalPolicies {
  constructor(
    private readonly deps: {
      readonly access: MountAccess;
      readonly changes: AuthorityChanges;
      readonly store: ExternalPolicyStore;
      readonly expressions: ExpressionProcess;
      readonly outbound: Pick<OutboundGate, 'refusalOf'>;
      readonly clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async read(caller: Caller, mount: string): Promise<KeptExternalPolicy> {
    const { mount: found } = await this.deps.access.to(caller, mount, path, 'read');
    return this.deps.store.find(found.id);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE */
  async change(caller: Caller, mount: string, given: ExternalPolicyChange): Promise<KeptExternalPolicy> {
    const { mount: found } = await this.deps.access.to(caller, mount, path, 'update');
    // Paths are tried in another process, which no transaction waits for.
    await this.#requirePath(caller, 'entityJmespath', given.entityJmespath, exampleIdentity.entity);
    await this.#requirePath(caller, 'groupJmespath', given.groupJmespath, exampleIdentity.groups);
    const { store, changes, clock } = this.deps;
    return changes.make(caller, found, 'mount', 'mount.externalPolicy', async (tx) => {
      const before = await store.configIn(tx, found.id);
      const client = clientOf(given.clientCertificateBundle);
      const config = merged(before, given, client.certificate);
      requireSound(config, given.clientCertificateBundle ?? '', this.deps.outbound);
      const result = await store.put(tx, found.id, config, client.key, clock.now());
      const target = { type: 'mount' as const, id: found.id, name: found.path };
      return { result, target, details: changedOf(before, config) };
    });
  }

  async #requirePath(caller: Caller, field: string, given: string | null | undefined, example: unknown): Promise<void> {
    if (given === undefined || given === null || given === '') return;
    const { fault } = await this.deps.expressions.select(given, example, askerOf(caller).account);
    if (fault !== undefined) throw refused(field, `is no path in JMESPath: ${fault}`);
  }
}

const refused = (field: string, why: string) => problem('INVALID_INPUT', worded`${fieldName(field)} ${why}`, [field]);

/** The certificate to show and what becomes of the key; undefined and `keep` if nothing is given. */
function clientOf(bundle: string | null | undefined): { readonly certificate?: string; readonly key: ClientKeyChange } {
  if (bundle === undefined || bundle === null) return { key: 'keep' };
  if (bundle.trim() === '') return { certificate: '', key: 'forget' };
  const { certificates, key } = clientPartsOf(bundle);
  return { certificate: certificates.join('\n'), key: { pem: key ?? '' } };
}

function merged(
  before: ExternalPolicyConfig,
  { clientCertificateBundle: _key, ...given }: ExternalPolicyChange,
  clientCertificate: string = before.clientCertificate,
): ExternalPolicyConfig {
  return {
    enabled: given.enabled ?? before.enabled,
    externalServiceUrl: (given.externalServiceUrl ?? before.externalServiceUrl).trim(),
    timeout: given.timeout ?? before.timeout,
    trustedCa: given.trustedCa ?? before.trustedCa,
    trustedLeafCertificateBundle: given.trustedLeafCertificateBundle ?? before.trustedLeafCertificateBundle,
    clientCertificate,
    entityJmespath: given.entityJmespath ?? before.entityJmespath,
    groupJmespath: given.groupJmespath ?? before.groupJmespath,
  };
}

/** @param bundle the new client certificate with its key @throws INVALID_INPUT */
function requireSound(config: ExternalPolicyConfig, bundle: string, gate: Pick<OutboundGate, 'refusalOf'>): void {
  const { enabled, externalServiceUrl: address, timeout } = config;
  if (enabled && address === '') throw refused('externalServiceUrl', 'must be set to enable the policy');
  if (address !== '') requireAddress(address, gate);
  if (timeout < 1 || timeout > longestTimeout)
    throw refused('timeout', `must be between 1 and ${longestTimeout} seconds`);
  try {
    trustOf({ ...config, clientCertificateBundle: bundle });
  } catch (error) {
    if (!(error instanceof TrustFault)) throw error;
    throw refused(error.field, `cannot be used: ${error.message}`);
  }
}

/** @throws INVALID_INPUT */
function requireAddress(address: string, gate: Pick<OutboundGate, 'refusalOf'>): void {
  const url = address.length <= longestUrl && URL.canParse(address) ? new URL(address) : null;
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  if (!url || !isPlain)
    throw refused('externalServiceUrl', 'must be a URL of https without user, password and fragment');
  const why = gate.refusalOf(url);
  if (why !== null) throw refused('externalServiceUrl', `must not be called: its address is ${why}`);
}
