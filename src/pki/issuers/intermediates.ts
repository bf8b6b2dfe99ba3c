import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { askerOf } from '../keys/key-pool.js';
import { isMade } from '../keys/key-source.js';
import type { KeySource } from '../keys/key-source.js';
import type { KeyAsker, KeyPool } from '../keys/key-pool.js';
import type { KeyFacts } from '../keys/key.store.js';
import type { ManagedKeys } from '../managed-keys/managed-keys.js';
import { signatureFaults } from '../policy/key-rules.js';
import { csrFields, keyUsageOf } from '../policy/index.js';
import { refusal } from '../policy/rules.js';
import type { Broken, CsrParameters, Given } from '../policy/index.js';
import { parsed } from '../read-request.js';
import { refused } from '../refusal.js';
import { basicConstraints, buildRequestAsync, createAsyncSigner, keyUsage, publicInfoOf } from '../x509/index.js';
import { keyUsages, subjectAltName } from '../x509/index.js';
import type { Extension, KeyUsage } from '../x509/index.js';
import { obtainKey, storeKey } from './authority-key.js';
import { signingOptions } from './authority-view.js';
import type { Authority } from './authority.js';
import { generatePaths } from './generate-paths.js';
import { presentBundle, presentPrivateKey } from './presented.js';
import { noUrlsWarning, urlWarnings } from './warnings.js';
import { describeSelf } from './self-description.js';
import type { AuditDetails } from '../../identity/audit/target.js';
import { worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

type GivenCsr = Given<typeof csrFields>;

/** A signing request for another authority. */
export interface GeneratedCsr {
  readonly csr: string;
  readonly key: KeyFacts;
  /** Only for `exported`; it is never returned again. */
  readonly privateKey: string | null;
  readonly privateKeyType: string | null;
  readonly warnings: readonly Said[];
}

export interface RequestOptions {
  /** Which of its two paths was called, if any. */
  readonly underIssuers?: boolean | null | undefined;
  /** Whether it may lack a common name. */
  readonly unnamed?: boolean | null | undefined;
  /** Its end also ends the wait for a key. */
  readonly request?: KeyAsker['request'];
}

/** An intermediate begins as a key and a signing request; `set-signed` imports the certificate that another authority issued for it. */
export class Intermediates {
  constructor(
    private readonly deps: {
      database: Database;
      audit: Audit;
      access: MountAccess;
      changes: AuthorityChanges;
      seal: Seal;
      clock: Clock;
      keyPool: KeyPool;
      managedKeys: ManagedKeys;
    },
  ) {}

  /**
   * Generates a key, or uses one of the mount, and creates its signing request.
   * @param type internal, exported, existing or kms
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, REQUEST_REFUSED, KEY_NOT_FOUND, NAME_TAKEN, and as {@link KeyPool.take}
   */
  async generate(
    caller: Caller,
    mount: string,
    type: KeySource,
    given: GivenCsr,
    { underIssuers, unnamed, request }: RequestOptions = {},
  ): Promise<GeneratedCsr> {
    const paths = generatePaths(`intermediate/generate/${type}`, `issuers/generate/intermediate/${type}`, underIssuers);
    const authority = await this.deps.access.to(caller, mount, paths, 'update');
    return this.#request(caller, authority, type, given, { unnamed, request });
  }

  /** A signing request for a key of the mount, so that another authority certifies it too. */
  async crossSign(caller: Caller, mount: string, given: GivenCsr, options: RequestOptions = {}): Promise<GeneratedCsr> {
    const authority = await this.deps.access.to(caller, mount, 'intermediate/cross-sign', 'update');
    return this.#request(caller, authority, 'existing', given, options);
  }

  async #request(
    caller: Caller,
    { mount }: Authority,
    type: KeySource,
    given: GivenCsr,
    { unnamed, request }: RequestOptions,
  ): Promise<GeneratedCsr> {
    const { clock, seal, database, changes, keyPool, managedKeys } = this.deps;
    const parameters = parsed(csrFields, given);
    if (isMade(type)) requireRequestable(parameters, parameters.keyType);
    const obtaining = { client: database.client, seal, keyPool, managedKeys, asker: askerOf(caller, request) };
    const key = await obtainKey(obtaining, mount.id, type, parameters, given);
    // Before a key is generated, and of an existing one as soon as its type is known.
    requireRequestable(parameters, publicInfoOf(key.privateKey).spec.type);
    const now = clock.now();
    const { planned, warnings } = await describeSelf(
      // The signer decides on the usages, unless the request asks for some.
      { ...parameters, keyUsage: [] },
      key.privateKey,
      { now, engine: mount.engine, unnamed },
    );
    const usages = new Set(parameters.keyUsage.flatMap((name) => keyUsageOf(name) ?? []));
    const der = await buildRequestAsync(
      {
        subject: planned.subject,
        publicKey: publicInfoOf(key.privateKey).der,
        extensions: [
          ...(planned.names.length > 0 ? [subjectAltName(planned.names)] : []),
          ...(parameters.addBasicConstraints ? [basicConstraints({ ca: true })] : []),
          ...usageExtension(usages),
        ],
      },
      createAsyncSigner(key.privateKey, signingOptions({ bits: parameters.signatureBits, pss: parameters.usePss })),
    );
    const asked = { subject: planned.subject.toString(), names: planned.names.length };
    if (key.existing) await this.#recordRequest(caller, mount.path, key.existing, asked);
    const kept =
      key.existing ??
      (await changes.make(caller, mount, 'keys', 'key.generate', async (tx) => {
        const result = await storeKey(tx, seal, mount.id, key, now);
        const target = { type: 'key' as const, id: result.id, name: result.name ?? result.uuid };
        return {
          result,
          target,
          details: { keyType: result.keyType, exported: key.exported !== undefined, request: asked },
        };
      }));
    return {
      csr: presentBundle('CERTIFICATE REQUEST', der, key.exported, parameters),
      key: kept,
      privateKey: key.exported ? presentPrivateKey(key.exported, parameters) : null,
      privateKeyType: key.exported ? kept.keyType : null,
      warnings: [...warnings, ...(urlWarnings(mount.urls).length > 0 ? [noUrlsOfIntermediate] : [])],
    };
  }

  /** A key of the mount signed something that is not stored. The record is written before the response. */
  async #recordRequest(caller: Caller, mount: string, key: KeyFacts, request: AuditDetails): Promise<void> {
    const { audit, database } = this.deps;
    const target = { type: 'key' as const, id: key.id, name: key.name ?? key.uuid };
    await audit.record(database.client, caller, 'key.sign-request', target, { mount, request });
  }
}

/** With OpenBao's text. */
const noUrlsOfIntermediate = worded`${noUrlsWarning} Since this certificate is an intermediate, it might be useful to regenerate this certificate after fixing this problem for the root mount.`;

/** @throws REQUEST_REFUSED */
function requireRequestable({ keyUsage: usages, signatureBits }: CsrParameters, keyType: string): void {
  const broken = refusal([...usageFaults(usages), ...signatureFaults(signatureBits, keyType)]);
  if (broken) throw refused(broken.broken);
}

const usageFaults = (names: readonly string[]): Broken[] =>
  names
    .filter((name) => keyUsageOf(name) === undefined)
    .map((value) => ({
      field: 'key_usage',
      value,
      rule: 'key-usage-name',
      message: `key_usage: unknown key usage ${JSON.stringify(value)}`,
    }));

const usageExtension = (usages: ReadonlySet<KeyUsage>): Extension[] =>
  usages.size === 0 ? [] : [keyUsage(keyUsages.filter((usage) => usages.has(usage)))];
