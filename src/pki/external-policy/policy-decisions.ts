import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import type { Waiter } from '../../platform/outbound/call-end.js';
import { problem } from '../../platform/problems.js';
import { circumstances } from '../issuance/certificate-making.js';
import { checkedPlan } from '../issuance/certify.js';
import type { CheckedPlan } from '../issuance/certify.js';
import type { IssuanceActor } from '../issuance/identity-values.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { decideAnswered } from '../policy/index.js';
import type { AllBroken, Broken, Circumstances, PlannedKey } from '../policy/index.js';
import { allowed } from '../read-request.js';
import { refused } from '../refusal.js';
import type { Certificate, CertifiedKey } from '../x509/index.js';
import type { CallableExternalPolicy } from './external-policy.store.js';
import type { PolicyReply } from './policy-reply.js';
import type { PolicyQuestion } from './policy-request.js';
import type { PolicyService } from './policy-service.js';

/** What a service is to decide about, and what allowed the request to come so far. */
export interface Undecided extends Omit<PolicyQuestion, 'uuid' | 'mount' | 'key'> {
  readonly actor: IssuanceActor;
  readonly authority: Authority;
  readonly policyConfig: CallableExternalPolicy;
  readonly key: { readonly publicKey: CertifiedKey; readonly planned: PlannedKey };
  /** Once the service has answered: it may have taken a minute, in which everything may have been changed. @throws if it is not allowed any more */
  readonly again: () => Promise<Authority>;
  /** What else is wrong with a certificate by an issuer; all in words for the operator of the service. */
  readonly faults?: (certificate: Certificate, issuer: AuthorityIssuer, now: Date) => readonly string[];
}

/** A certificate to be made as a service wants it. */
export interface DecidedByService {
  readonly authority: Authority;
  readonly issuer: AuthorityIssuer;
  readonly around: Circumstances;
  readonly plan: CheckedPlan;
  readonly stores: boolean;
  readonly leases: boolean;
}

export const noUse = 'the external policy service gave no answer that can be used: ';

/** Asks the service of a mount, and checks what it answers. */
export class PolicyDecisions {
  constructor(private readonly deps: { readonly service: PolicyService; readonly clock: Clock }) {}

  /** @throws REQUEST_REFUSED, POLICY_SERVICE_FAILED, ISSUER_NOT_USABLE, and whatever {@link Undecided.again} throws */
  async decide(
    { actor, authority: before, policyConfig, key, again, faults, ...question }: Undecided,
    waiter: Waiter | undefined,
  ): Promise<DecidedByService> {
    const given = 'given' in key.planned ? key.planned.given : undefined;
    const asked = { ...question, uuid: randomUUID(), mount: before.mount, key: given };
    const reply = await this.deps.service.ask(policyConfig, asked, waiter);
    if (reply.kind === 'refused') throw refused(inItsWords(reply));
    const authority = await again();
    const reference = reply.issuerRef === '' ? question.issuer.id : reply.issuerRef;
    if (!authority.issuerReferred(reference))
      throw problem('POLICY_SERVICE_FAILED', `${noUse}issuer_ref names no issuer of the mount`);
    const issuer = authority.issuerFor(reference, 'issuing-certificates');
    const now = this.deps.clock.now();
    const [first, ...others] = (faults?.(reply.certificate, issuer, now) ?? []).map(wrongAnswer);
    if (first) throw refused([first, ...others]);
    const around = circumstances(actor, { authority, issuer }, now);
    const certified = { der: key.publicKey.der, planned: key.planned };
    const { planned, warnings } = allowed(decideAnswered(reply.certificate, certified, question.mode, around));
    const decision = { planned, warnings: [...reply.warnings, ...warnings] };
    const plan = checkedPlan(issuer, decision, { field: 'policy' });
    return { authority, issuer, around, plan, stores: reply.stores, leases: reply.leases };
  }
}

const wrongAnswer = (why: string): Broken => ({
  field: 'policy',
  value: '',
  rule: 'external-answer',
  message: `the external policy service answered a certificate that cannot be issued: ${why}`,
});

/** In the words of the service, which knows its policy. */
function inItsWords({ reason }: Extract<PolicyReply, { readonly kind: 'refused' }>): AllBroken {
  return [{ field: 'policy', value: '', rule: 'external-policy', message: reason }];
}
