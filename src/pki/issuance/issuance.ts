import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { problem } from '../../platform/problems.js';
import type { Authority } from '../issuers/authority.js';
import { urlWarnings } from '../issuers/warnings.js';
import type { MountAccess } from '../access.js';
import {
  decideIntermediate,
  decideIssue,
  decideSign,
  decideVerbatim,
  intermediateFields,
  issueFields,
  lintsOf,
  parseParameters,
  readCsr,
  signFields,
  verbatimFields,
  type Circumstances,
  type Decision,
  type Given,
  type IntermediateOptions,
  type Role,
} from '../policy/index.js';
import { refused } from '../refusal.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import type { NamedRole, RoleStore } from '../roles/role.store.js';
import { checkedPlan, explainedCheck } from './certify.js';
import type { CheckedPlan, Explanation } from './certify.js';
import { circumstances } from './certificate-making.js';
import type { CertificateMaking, IssuanceCase, IssuedCertificate, Wish } from './certificate-making.js';
import type { IssuanceActor } from './identity-values.js';
import { askerOf } from '../keys/key-pool.js';
import type { KeyAsker, KeyPool } from '../keys/key-pool.js';
import { byDefault } from './kept-certificates.js';
import { allowed, parsed, requested } from '../read-request.js';
import { recordAsking, recordingRefusals, recordRefusal } from './refusals.js';
import type { Asked } from './refusals.js';

/** Where something is issued: a mount, and its issuer if the path names one. */
export interface IssuanceTarget {
  readonly mount: string;
  /** Id, name or `default`; absent on paths where the role or the mount decides. */
  readonly issuerRef?: string | undefined;
}

export interface RoleIssuanceTarget extends IssuanceTarget {
  readonly role: string;
}

type GivenIssue = Given<typeof issueFields>;
type GivenSign = Given<typeof signFields>;

/** Everything that a decision depends on. */
interface Case extends IssuanceCase {
  readonly role: NamedRole | undefined;
}

type RoleCase = Case & { readonly role: NamedRole };

/** The names in audit records. */
const recordedAs = {
  issue: 'certificate.issue',
  sign: 'certificate.sign',
  verbatim: 'certificate.sign-verbatim',
  intermediate: 'certificate.sign-intermediate',
} as const;

/** Certificates by role or verbatim, and intermediates (Vault API, PKI). */
export class CertificateIssuance {
  constructor(
    private readonly deps: {
      access: MountAccess;
      roles: RoleStore;
      making: CertificateMaking;
      keys: KeyPool;
      audit: Audit;
      clock: Clock;
    },
  ) {}

  /**
   * A key pair and its certificate. Only the response contains the key.
   * @param request its end also ends the wait for a key
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, UNKNOWN_ROLE, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, REQUEST_REFUSED, and as {@link KeyPool.take}
   */
  async issue(
    caller: Caller,
    target: RoleIssuanceTarget,
    input: GivenIssue,
    request?: KeyAsker['request'],
  ): Promise<IssuedCertificate> {
    return this.#tried(caller, target, `issue/${target.role}`, { action: recordedAs.issue, input }, async () =>
      this.#issueByRole(await this.#byRole(caller, target, 'issue'), input, request),
    );
  }

  /**
   * For other parts of the service, which have already authorized the caller.
   * @throws as `issue`, except for permissions
   */
  async issueAs(
    actor: IssuanceActor,
    authority: Authority,
    roleName: string,
    input: GivenIssue,
  ): Promise<IssuedCertificate> {
    const role = await this.deps.roles.find(authority.mount.id, roleName);
    if (!role) throw unknownRole(roleName);
    return this.#issueByRole(this.#ofRole(actor, { authority, role, path: `issue/${roleName}` }), input);
  }

  async #issueByRole(found: RoleCase, input: GivenIssue, waiting?: KeyAsker['request']): Promise<IssuedCertificate> {
    const request = parsed(issueFields, input);
    const { role } = found.role;
    const plan = checkedPlan(found.issuer, allowed(decideIssue(role, request, found.around)), { lints: lintsOf(role) });
    if (!('make' in plan.planned.key)) throw new Error('a certificate for a key that nobody gave');
    const key = await this.deps.keys.take(plan.planned.key.make, askerOf(found.actor, waiting));
    return this.#issue(found, plan, {
      publicKey: key.publicKey,
      key,
      form: request,
      warnings: [],
      metadata: request.certMetadata,
      recorded: recordedAs.issue,
    });
  }

  /** @throws as `issue` */
  async sign(caller: Caller, target: RoleIssuanceTarget, input: GivenSign): Promise<IssuedCertificate> {
    return this.#tried(caller, target, `sign/${target.role}`, { action: recordedAs.sign, input }, () =>
      this.#signByRole(caller, target, input),
    );
  }

  async #signByRole(caller: Caller, target: RoleIssuanceTarget, input: GivenSign): Promise<IssuedCertificate> {
    const found = await this.#byRole(caller, target, 'sign');
    const request = parsed(signFields, input);
    const csr = await requested(request.csr);
    const { role } = found.role;
    const decision = allowed(decideSign(role, request, csr, found.around));
    return this.#issue(found, checkedPlan(found.issuer, decision, { lints: lintsOf(role) }), {
      publicKey: csr.publicKey,
      form: request,
      warnings: [],
      metadata: request.certMetadata,
      recorded: recordedAs.sign,
    });
  }

  /** Certifies the content of a CSR without changes; never a CA certificate. @throws as `issue` */
  async signVerbatim(
    caller: Caller,
    target: IssuanceTarget & { readonly role?: string | undefined },
    input: Given<typeof verbatimFields>,
  ): Promise<IssuedCertificate> {
    const rest = target.role === undefined ? 'sign-verbatim' : `sign-verbatim/${target.role}`;
    return this.#tried(caller, target, rest, { action: recordedAs.verbatim, input: {} }, () =>
      this.#signVerbatim(caller, target, input, pathOf(target, rest)),
    );
  }

  async #signVerbatim(
    caller: Caller,
    target: IssuanceTarget & { readonly role?: string | undefined },
    input: Given<typeof verbatimFields>,
    path: string,
  ): Promise<IssuedCertificate> {
    const { authority, role } =
      target.role === undefined
        ? { authority: await this.#to(caller, target.mount, path), role: undefined }
        : await this.#toRole(caller, target.mount, path, target.role);
    const issuer = authority.issuerFor(target.issuerRef ?? role?.role.issuerRef ?? 'default', 'issuing-certificates');
    const found = this.#case(caller, { authority, issuer, role, path });
    const request = parsed(verbatimFields, input);
    const csr = await requested(request.csr);
    const decision = allowed(decideVerbatim(heededRole(role?.role, input), request, csr, found.around));
    const plan = checkedPlan(issuer, decision, role && { lints: lintsOf(role.role) });
    return this.#issue(found, plan, {
      publicKey: csr.publicKey,
      form: request,
      warnings: [],
      metadata: request.certMetadata,
      recorded: recordedAs.verbatim,
    });
  }

  /** A CA certificate for an authority below the issuer. @throws as `issue`, except UNKNOWN_ROLE */
  async signIntermediate(
    caller: Caller,
    target: IssuanceTarget,
    input: Given<typeof intermediateFields>,
    options: Pick<IntermediateOptions, 'unnamed'> = {},
  ): Promise<IssuedCertificate> {
    const rest = target.issuerRef === undefined ? 'root/sign-intermediate' : 'sign-intermediate';
    return this.#tried(caller, target, rest, { action: recordedAs.intermediate, input }, () =>
      this.#signIntermediate(caller, target, input, { ...options, path: pathOf(target, rest) }),
    );
  }

  async #signIntermediate(
    caller: Caller,
    target: IssuanceTarget,
    input: Given<typeof intermediateFields>,
    { path, ...options }: Pick<IntermediateOptions, 'unnamed'> & { readonly path: string },
  ): Promise<IssuedCertificate> {
    const authority = await this.#to(caller, target.mount, path);
    const issuer = authority.issuerFor(target.issuerRef ?? 'default', 'issuing-certificates');
    const found = this.#case(caller, { authority, issuer, role: undefined, path });
    const request = parsed(intermediateFields, input);
    const csr = await requested(request.csr);
    const plan = checkedPlan(issuer, allowed(decideIntermediate(request, csr, found.around, options)));
    return this.#issue(found, plan, {
      publicKey: csr.publicKey,
      form: { ...request, beginsChain: true },
      warnings: urlWarnings(issuer.urls),
      recorded: recordedAs.intermediate,
    });
  }

  /**
   * What `issue` would create, or `sign` for a CSR, or every rule that the request breaks. Creates nothing, and stores only an audit record.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, UNKNOWN_ROLE, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE
   */
  async explain(caller: Caller, target: RoleIssuanceTarget, input: GivenIssue & GivenSign): Promise<Explanation> {
    const signs = input.csr !== undefined && input.csr !== null;
    const rest = `${signs ? 'sign' : 'issue'}/${target.role}`;
    const asked = this.#asked(caller, target, rest, { action: 'certificate.explain', input });
    const explanation = await recordingRefusals(this.deps.audit, asked, () =>
      this.#explain(caller, target, input, signs),
    );
    const { decision } = explanation;
    if (decision.broken) recordRefusal(this.deps.audit, asked, refused(decision.broken).problems);
    else recordAsking(this.deps.audit, asked);
    return explanation;
  }

  async #explain(
    caller: Caller,
    target: RoleIssuanceTarget,
    input: GivenIssue & GivenSign,
    signs: boolean,
  ): Promise<Explanation> {
    const found = await this.#byRole(caller, target, signs ? 'sign' : 'issue');
    const { role } = found.role;
    const decision = signs
      ? await decisionToSign(role, input, found.around)
      : decisionToIssue(role, input, found.around);
    return explainedCheck(found.issuer, decision, { lints: lintsOf(role) });
  }

  #asked(
    actor: Caller,
    target: IssuanceTarget,
    rest: string,
    about: { readonly action: string; readonly input: Asked['input'] },
  ): Asked {
    return { actor, path: pathBelow(mountPath(target.mount), pathOf(target, rest)), ...about };
  }

  #tried<T>(
    caller: Caller,
    target: IssuanceTarget,
    rest: string,
    about: { readonly action: string; readonly input: Asked['input'] },
    work: () => Promise<T>,
  ): Promise<T> {
    return recordingRefusals(this.deps.audit, this.#asked(caller, target, rest, about), work);
  }

  async #byRole(caller: Caller, target: RoleIssuanceTarget, verb: 'issue' | 'sign'): Promise<RoleCase> {
    const path = pathOf(target, `${verb}/${target.role}`);
    return this.#ofRole(
      caller,
      { ...(await this.#toRole(caller, target.mount, path, target.role)), path },
      target.issuerRef,
    );
  }

  #ofRole(
    actor: IssuanceActor,
    { authority, role, path }: Pick<RoleCase, 'authority' | 'role' | 'path'>,
    issuerRef?: string,
  ): RoleCase {
    const issuer = authority.issuerFor(issuerRef ?? role.role.issuerRef, 'issuing-certificates');
    return { ...this.#case(actor, { authority, issuer, role, path }), role };
  }

  #to(caller: Caller, mount: string, path: string): Promise<Authority> {
    return this.deps.access.to(caller, mount, path, 'update');
  }

  async #toRole(
    caller: Caller,
    mount: string,
    path: string,
    name: string,
  ): Promise<Pick<RoleCase, 'authority' | 'role'>> {
    const found = { operation: path, role: name };
    const { authority, role } = await this.deps.access.toRole(caller, mount, found, 'update');
    if (!role) throw unknownRole(name);
    return { authority, role: this.deps.roles.named(authority.mount.id, name, role) };
  }

  #case(actor: IssuanceActor, found: Pick<Case, 'authority' | 'issuer' | 'role' | 'path'>): Case {
    return { ...found, actor, around: circumstances(actor, found, this.deps.clock.now()) };
  }

  /** Makes what is planned and checked, and keeps it as the role says. */
  #issue({ role, ...found }: Case, plan: CheckedPlan, wish: Wish): Promise<IssuedCertificate> {
    return this.deps.making.make(found, plan, { ...wish, roleName: role?.name, keeping: role?.role ?? byDefault });
  }
}

function decisionToIssue(role: Role, input: GivenIssue, around: Circumstances): Decision {
  const outcome = parseParameters(issueFields, input);
  return outcome.broken ? { broken: outcome.broken } : decideIssue(role, outcome.request, around);
}

async function decisionToSign(role: Role, input: GivenSign, around: Circumstances): Promise<Decision> {
  const outcome = parseParameters(signFields, input);
  if (outcome.broken) return { broken: outcome.broken };
  const read = await readCsr(outcome.request.csr);
  return read.broken ? { broken: read.broken } : decideSign(role, outcome.request, read.csr, around);
}

const unknownRole = (name: string) => problem('UNKNOWN_ROLE', `unknown role: ${name}`, ['role']);

/** The path below the mount, of the request or as it would be. */
const pathOf = ({ issuerRef }: IssuanceTarget, rest: string): string =>
  issuerRef === undefined ? rest : `issuer/${issuerRef}/${rest}`;

/** Of a role, sign-verbatim adds basic constraints where the request does not say that it does not want them. */
const heededRole = (role: Role | undefined, { basicConstraintsValidForNonCa: said }: Given<typeof verbatimFields>) =>
  role && typeof said === 'boolean' ? { ...role, basicConstraintsValidForNonCa: said } : role;
