import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import type { ExpressionProcess } from '../expressions/expression-process.js';
import type { ProgramInput, ProgramResult } from '../expressions/program.js';
import { circumstances } from '../issuance/certificate-making.js';
import { checkedPlan, explainedCheck } from '../issuance/certify.js';
import type { Explanation } from '../issuance/certify.js';
import type { CertificateMaking, IssuanceCase, IssuedCertificate } from '../issuance/certificate-making.js';
import { recordAsking, recordingRefusals, recordRefusal } from '../issuance/refusals.js';
import type { Asked } from '../issuance/refusals.js';
import { askerOf } from '../keys/key-pool.js';
import type { KeyAsker, KeyPool } from '../keys/key-pool.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { decideTemplate, readCsr, readOutput } from '../policy/index.js';
import type { AllBroken, Broken, Decision, ValidationOutput } from '../policy/index.js';
import { refused } from '../refusal.js';
import type { CertificateRequest } from '../x509/index.js';
import type { CelRoleStore, NamedCelRole } from './cel-role.store.js';
import { celRoleName } from './cel-roles.js';
import { parsedCsr } from './parsed-csr.js';

export interface CelTarget {
  readonly mount: string;
  readonly role: string;
}

/** What the program sees of a request: any object, and the certificate signing request that is among its parameters. */
export interface CelRequest {
  readonly request: Readonly<Record<string, unknown>>;
  /** PEM; absent to generate a key. */
  readonly csr?: string | undefined;
  readonly removeRootsFromChain?: boolean;
}

/** A certificate that the program allows, and that may be issued. */
interface Allowed {
  readonly found: IssuanceCase;
  readonly output: ValidationOutput;
  readonly csr: CertificateRequest | undefined;
  readonly decision: Extract<Decision, { readonly broken?: never }>;
  readonly broken?: never;
}

type Outcome = Allowed | { readonly broken: AllBroken };

/** The parameter that refusals of a program's certificate are reported of. */
const field = 'request';

const recordedAs = { issue: 'certificate.issue', sign: 'certificate.sign' } as const;

/** Certificates as programs want them (OpenBao, PKI: `cel/issue`, `cel/sign`). */
export class CelIssuance {
  constructor(
    private readonly deps: {
      readonly access: MountAccess;
      readonly roles: CelRoleStore;
      readonly expressions: ExpressionProcess;
      readonly making: CertificateMaking;
      readonly keys: KeyPool;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /**
   * A key pair and its certificate; for a signing request, only the certificate. Only the response contains the key.
   * @param waiting its end also ends the wait for a key
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, UNKNOWN_ROLE, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, REQUEST_REFUSED, LIMIT_EXCEEDED, UNAVAILABLE
   */
  async issue(
    caller: Caller,
    target: CelTarget,
    asked: CelRequest,
    waiting?: KeyAsker['request'],
  ): Promise<IssuedCertificate> {
    const recorded = recordedAs[asked.csr === undefined ? 'issue' : 'sign'];
    return recordingRefusals(this.deps.audit, askedOf(caller, target, asked, recorded), async () => {
      const outcome = await this.#decide(caller, target, asked);
      if (outcome.broken) throw refused(outcome.broken);
      const { found, output, csr, decision } = outcome;
      const plan = checkedPlan(found.issuer, decision, { field });
      const { noStore, generateLease } = output;
      const wish = {
        form: { format: 'pem', removeRootsFromChain: asked.removeRootsFromChain === true },
        warnings: [],
        recorded,
        roleName: celRoleName(target.role),
        keeping: { noStore, generateLease },
      };
      if (csr) return this.deps.making.make(found, plan, { ...wish, publicKey: csr.publicKey });
      if (!('make' in plan.planned.key)) throw new Error('a certificate for a key that nobody gave');
      const key = await this.deps.keys.take(plan.planned.key.make, askerOf(caller, waiting));
      return this.deps.making.make(found, plan, { ...wish, publicKey: key.publicKey, key });
    });
  }

  /**
   * What `issue` would create, or every rule that the request breaks. Creates nothing, and stores only an audit record.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, UNKNOWN_ROLE, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, LIMIT_EXCEEDED, UNAVAILABLE
   */
  async explain(caller: Caller, target: CelTarget, asked: CelRequest): Promise<Explanation> {
    const { audit } = this.deps;
    const about = askedOf(caller, target, asked, 'certificate.explain');
    const explanation = await recordingRefusals(audit, about, async () => {
      const outcome = await this.#decide(caller, target, asked);
      if (outcome.broken) return { decision: outcome, findings: [] };
      return explainedCheck(outcome.found.issuer, outcome.decision, { field });
    });
    const { decision } = explanation;
    if (decision.broken) recordRefusal(audit, about, refused(decision.broken).problems);
    else recordAsking(audit, about);
    return explanation;
  }

  async #decide(caller: Caller, target: CelTarget, asked: CelRequest): Promise<Outcome> {
    const path = pathOf(target, asked);
    const authority = await this.deps.access.to(caller, target.mount, path, 'update');
    const role = await this.deps.roles.find(authority.mount.id, target.role);
    if (!role) throw problem('UNKNOWN_ROLE', `unknown CEL role: ${target.role}`, ['role']);
    const twice = bothEnds(asked.request);
    if (twice) return { broken: [twice] };
    const read = asked.csr === undefined ? undefined : await readCsr(asked.csr);
    if (read?.broken) return { broken: read.broken };
    const csr = read?.csr;
    const now = this.deps.clock.now();
    const result = await this.deps.expressions.run(
      role.program,
      inputOf(caller, target, asked, csr, now),
      askerOf(caller).account,
    );
    if (result.kind !== 'allowed') return { broken: [brokenBy(role, result)] };
    const output = readOutput(result.output);
    const issuer = authority.issuerFor(output.issuerRef || 'default', 'issuing-certificates');
    const around = circumstances(caller, { authority, issuer }, now);
    const decision = decideTemplate(output, csr, around);
    if (decision.broken) return { broken: decision.broken };
    const found = { actor: caller, authority, issuer, path, around };
    return { found, output, csr, decision };
  }
}

const pathOf = ({ role }: CelTarget, { csr }: CelRequest): string =>
  `cel/${csr === undefined ? 'issue' : 'sign'}/${role}`;

function askedOf(actor: Caller, target: CelTarget, asked: CelRequest, action: string): Asked {
  const name = asked.request['common_name'];
  return {
    actor,
    action,
    path: pathBelow(mountPath(target.mount), pathOf(target, asked)),
    input: typeof name === 'string' ? { commonName: name } : {},
  };
}

/** The token of the caller is none of the program's business, and is left out. */
function inputOf(
  { entity }: Caller,
  { role }: CelTarget,
  { request, csr: pem }: CelRequest,
  csr: CertificateRequest | undefined,
  now: Date,
): ProgramInput {
  return {
    // As in OpenBao, the name of the role is what the path says, and never what the caller says.
    request: { ...request, ...(pem !== undefined && { csr: pem }), role },
    now: now.getTime(),
    entityId: entity?.id ?? '',
    entityInfo: entity ? { ID: entity.id, name: entity.name } : null,
    ...(csr && { parsedCsr: parsedCsr(csr) }),
  };
}

/** As every other issuance refuses it, though only the program reads them. */
function bothEnds({ ttl, not_after: notAfter }: CelRequest['request']): Broken | undefined {
  const given = (value: unknown) => ![undefined, null, '', 0, '0'].some((none) => value === none);
  if (!given(ttl) || !given(notAfter)) return undefined;
  const message = 'Either ttl or not_after should be provided. Both should not be provided in the same request.';
  return { field: 'request', value: '', rule: 'ttl-or-not-after', message };
}

function brokenBy({ name }: NamedCelRole, result: Exclude<ProgramResult, { readonly kind: 'allowed' }>): Broken {
  const broken = { field: 'request', value: '' };
  if (result.kind === 'refused') return { ...broken, rule: 'refusal', message: result.reason ?? 'request denied' };
  const { field, message } = result.fault;
  return { ...broken, rule: 'expression', message: `the program of the role ${name} failed: ${field}: ${message}` };
}
