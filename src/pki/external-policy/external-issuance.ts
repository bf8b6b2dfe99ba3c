import { createPrivateKey } from 'node:crypto';
import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { RequestContext } from '../../platform/graphql/context.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import type { ExpressionProcess } from '../expressions/expression-process.js';
import type { CertificateMaking, IssuedCertificate } from '../issuance/certificate-making.js';
import { recordingRefusals } from '../issuance/refusals.js';
import type { Asked } from '../issuance/refusals.js';
import type { AnswerForm } from '../issuance/answer-form.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { askerOf } from '../keys/key-pool.js';
import type { KeyPool } from '../keys/key-pool.js';
import type { MadeKey } from '../keys/made-key.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import {
  externalIssueFields,
  externalSignFields,
  keyFaults,
  keySpecOf,
  longestName,
  referencePattern,
  weakKeyFaults,
} from '../policy/index.js';
import type { AnsweredMode, Broken, FieldTable, FieldValues, Given, PlannedKey } from '../policy/index.js';
import { parsed, requested } from '../read-request.js';
import { refused } from '../refusal.js';
import { buildRequestAsync, createAsyncSigner, encodePem, Name } from '../x509/index.js';
import type { CertifiedKey } from '../x509/index.js';
import { isSameVersion } from './external-policy.store.js';
import type { CallableExternalPolicy, ExternalPolicyStore } from './external-policy.store.js';
import { offeredIdentity } from './policy-identity.js';
import type { PolicyIdentity } from './policy-request.js';
import { noUse } from './policy-decisions.js';
import type { PolicyDecisions } from './policy-decisions.js';

/** Where a certificate is asked for: a mount, its issuer if the path names one, and a policy if it names one. */
export interface ExternalTarget {
  readonly mount: string;
  readonly issuerRef?: string | undefined;
  readonly policy?: string | undefined;
}

/** What the service is asked, as the caller gave it; nothing of it is read here. */
export type ForService = Readonly<Record<string, unknown>>;

type GivenIssue = Given<typeof externalIssueFields>;
type GivenSign = Given<typeof externalSignFields>;

/** What a path asks for. */
type PathMode = Exclude<AnsweredMode, 'acme'>;

/** An authorized request to a mount with a policy. */
interface Opened {
  readonly caller: Caller;
  readonly authority: Authority;
  /** The one that was asked for. */
  readonly issuer: AuthorityIssuer;
  readonly policy: CallableExternalPolicy;
  readonly policyName: string;
  readonly mode: PathMode;
  readonly path: string;
}

/** The key of a request, with the signing request that shows it to the service. */
interface RequestedKey {
  readonly csr: string;
  readonly publicKey: CertifiedKey;
  readonly planned: PlannedKey;
  /** If it was generated here. */
  readonly made?: MadeKey;
}

/** The request that waits for the service. */
export interface Waiting extends Pick<RequestContext, 'signal' | 'whenEnded'> {
  /** Who sent it, with the rights of now. @throws UNAUTHENTICATED when the token is no longer valid */
  readonly presentCaller: () => Promise<Caller>;
}

const recordedAs = {
  issue: 'certificate.issue',
  sign: 'certificate.sign',
  ica: 'certificate.sign-intermediate',
} as const satisfies Record<PathMode, string>;

const verbs = { issue: 'issue', sign: 'sign', ica: 'sign-intermediate' } as const satisfies Record<PathMode, string>;

/** Certificates as an external policy service wants them (Vault API, PKI: `external-policy`). */
export class ExternalIssuance {
  constructor(
    private readonly deps: {
      readonly access: MountAccess;
      readonly policies: ExternalPolicyStore;
      readonly decisions: PolicyDecisions;
      readonly expressions: ExpressionProcess;
      readonly making: CertificateMaking;
      readonly keys: KeyPool;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /**
   * A key pair and its certificate. The key is generated here, and the service gets an empty signing request for it.
   * @param waiting its end also ends the wait for a key and for the service
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, REQUEST_REFUSED, POLICY_NOT_ENABLED, POLICY_SERVICE_FAILED, LIMIT_EXCEEDED,
   * UNAVAILABLE, UNAUTHENTICATED
   */
  issue(
    caller: Caller,
    target: ExternalTarget,
    asked: ForService,
    input: GivenIssue,
    waiting: Waiting,
  ): Promise<IssuedCertificate> {
    const whole = { ...asked, ...named(externalIssueFields, input) };
    return this.#tried(caller, target, 'issue', whole, async (opened) => {
      const request = parsed(externalIssueFields, input);
      const key = await this.#newKey(caller, request, waiting);
      return this.#make(opened, key, whole, request, waiting);
    });
  }

  /** A certificate for a signing request. @throws as `issue` */
  sign(
    caller: Caller,
    target: ExternalTarget,
    asked: ForService,
    input: GivenSign,
    waiting: Waiting,
  ): Promise<IssuedCertificate> {
    return this.#sign(caller, target, 'sign', asked, input, waiting);
  }

  /** A CA certificate for a signing request. @throws as `issue` */
  signIntermediate(
    caller: Caller,
    target: ExternalTarget,
    asked: ForService,
    input: GivenSign,
    waiting: Waiting,
  ): Promise<IssuedCertificate> {
    return this.#sign(caller, target, 'ica', asked, input, waiting);
  }

  #sign(
    caller: Caller,
    target: ExternalTarget,
    mode: PathMode,
    asked: ForService,
    input: GivenSign,
    waiting: Waiting,
  ): Promise<IssuedCertificate> {
    const whole = { ...asked, ...named(externalSignFields, input) };
    return this.#tried(caller, target, mode, whole, async (opened) => {
      const request = parsed(externalSignFields, input);
      return this.#make(opened, await givenKey(request.csr), whole, request, waiting);
    });
  }

  /** Everything that is known before the request is read. */
  #tried(
    caller: Caller,
    target: ExternalTarget,
    mode: PathMode,
    asked: ForService,
    work: (opened: Opened) => Promise<IssuedCertificate>,
  ): Promise<IssuedCertificate> {
    const path = pathOf(target, mode);
    return recordingRefusals(this.deps.audit, askedOf(caller, target, path, mode, asked), async () => {
      const { authority, policy } = await this.#allowed(caller, target.mount, path);
      const policyName = nameOfPolicy(target);
      if (!policy?.config.enabled) throw problem('POLICY_NOT_ENABLED');
      const issuer = authority.issuerFor(target.issuerRef ?? 'default', 'issuing-certificates');
      return work({ caller, authority, issuer, policy, policyName, mode, path });
    });
  }

  /** The authority at a path and its policy, for a caller who may use them. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async #allowed(caller: Caller, mount: string, operation: string) {
    const read = (at: string) => this.deps.policies.callableAt(at);
    const { authority, found } = await this.deps.access.toWith(caller, mount, { operation, read }, 'update');
    return { authority, policy: found.policy };
  }

  async #make(
    opened: Opened,
    key: RequestedKey,
    asked: ForService,
    form: AnswerForm,
    waiting: Waiting,
  ): Promise<IssuedCertificate> {
    const { caller, authority: before, issuer: wanted, policy, policyName, mode, path } = opened;
    const { policy: _policy, issuer_ref: _issuer, ...parameters } = asked;
    const decided = await this.deps.decisions.decide(
      {
        actor: caller,
        authority: before,
        policyConfig: policy,
        key,
        mode,
        policy: policyName,
        issuer: wanted,
        parameters,
        csr: key.csr,
        identity: await this.#identity(caller, policy),
        again: () => this.#stillAllowed(opened, waiting),
      },
      waiting,
    );
    const { authority, issuer, around, plan, stores, leases } = decided;
    return this.deps.making.make({ actor: caller, authority, issuer, path, around }, plan, {
      publicKey: key.publicKey,
      ...(key.made && { key: key.made }),
      form: { ...form, beginsChain: mode === 'ica' },
      warnings: [],
      recorded: recordedAs[mode],
      roleName: nameAsRole(policyName),
      keeping: { noStore: !stores, generateLease: leases },
    });
  }

  /** @throws as `issue` */
  async #stillAllowed(opened: Opened, waiting: Waiting): Promise<Authority> {
    const { caller, authority: before, policy, path } = opened;
    const allowed = (who: Caller) => this.#allowed(who, before.mount.path, path);
    // Read together: the rights of a caller seldom change meanwhile.
    const [present, asBefore] = await Promise.all([waiting.presentCaller(), allowed(caller)]);
    const { authority, policy: now } = present === caller ? asBefore : await allowed(present);
    if (authority.mount.id !== before.mount.id || !isSameVersion(now, policy))
      throw problem('POLICY_SERVICE_FAILED', `${noUse}its configuration was changed meanwhile`);
    return authority;
  }

  async #newKey(
    caller: Caller,
    wanted: Pick<FieldValues<typeof externalIssueFields>, 'keyType' | 'keyBits'>,
    waiting: Waiting,
  ): Promise<RequestedKey> {
    const spec = keySpecOf(wanted);
    const [first, ...others] = keyFaults(wanted);
    if (first) throw refused([first, ...others]);
    if (!spec) throw refused([unknownKeyType(wanted.keyType)]);
    const made = await this.deps.keys.take(spec, askerOf(caller, waiting));
    const pkcs8 = made.pkcs8();
    const signer = createAsyncSigner(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
    pkcs8.fill(0);
    const { publicKey } = made;
    const empty = { subject: Name.of({}), publicKey: publicKey.der, extensions: [] };
    const csr = encodePem('CERTIFICATE REQUEST', await buildRequestAsync(empty, signer));
    return { csr, publicKey, planned: { make: spec }, made };
  }

  async #identity(caller: Caller, { config }: CallableExternalPolicy): Promise<PolicyIdentity | undefined> {
    const offered = offeredIdentity(caller);
    if (!offered || !caller.entity) return undefined;
    const { entity, groups } = offered;
    return {
      entityId: caller.entity.id,
      entity: await this.#selected(caller, 'entity_jmespath', config.entityJmespath, entity),
      groups: await this.#selected(caller, 'group_jmespath', config.groupJmespath, groups),
    };
  }

  async #selected(caller: Caller, field: string, path: string, value: unknown): Promise<unknown> {
    if (path === '') return value;
    const selection = await this.deps.expressions.select(path, value, askerOf(caller).account);
    if (selection.fault !== undefined)
      throw problem('POLICY_SERVICE_FAILED', `${field} of the mount cannot be used: ${selection.fault}`);
    return JSON.parse(selection.json);
  }
}

/** What is read here goes to the service as it is read, so that it decides about what is made, and about what policies of paths have judged. */
function named(table: FieldTable, input: Readonly<Record<string, unknown>>): ForService {
  const given = Object.entries(table).flatMap(([key, { name }]) => {
    const value = input[key];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

function pathOf({ issuerRef, policy }: ExternalTarget, mode: PathMode): string {
  const below = issuerRef === undefined ? '' : `issuer/${issuerRef}/`;
  return `${below}external-policy/${verbs[mode]}${policy === undefined ? '' : `/${policy}`}`;
}

function askedOf(actor: Caller, target: ExternalTarget, path: string, mode: PathMode, asked: ForService): Asked {
  const name = asked['common_name'];
  return {
    actor,
    action: recordedAs[mode],
    path: pathBelow(mountPath(target.mount), path),
    input: typeof name === 'string' ? { commonName: name } : {},
  };
}

async function givenKey(csr: string): Promise<RequestedKey> {
  const { publicKey } = await requested(csr);
  const [first, ...others] = weakKeyFaults(publicKey.spec);
  if (first) throw refused([first, ...others]);
  return { csr, publicKey, planned: { given: publicKey } };
}

/** Empty if the path names none. @throws REQUEST_REFUSED */
function nameOfPolicy({ policy }: ExternalTarget): string {
  if (policy === undefined) return '';
  if (policy.length <= longestName && referencePattern.test(policy)) return policy;
  const message = `policy name ${JSON.stringify(policy.slice(0, longestName))} may hold word characters, dots and hyphens`;
  throw refused([{ field: 'policy', value: policy, rule: 'reference-name', message }]);
}

/** Where its certificates say that they come from: a name of no role. */
export const nameAsRole = (policy: string): string => (policy === '' ? 'external-policy' : `external-policy/${policy}`);

const unknownKeyType = (keyType: string): Broken => ({
  field: 'key_type',
  value: keyType,
  rule: 'key-type',
  message: `unknown key type ${keyType}`,
});
