import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log/log.js';
import { OutboundFailure } from '../../platform/outbound/outbound-failure.js';
import type { OutboundFailureKind } from '../../platform/outbound/outbound-failure.js';
import type { Waiter } from '../../platform/outbound/call-end.js';
import type { OutboundGate } from '../../platform/outbound/outbound-gate.js';
import { openConnections } from '../../platform/outbound/trusted-connections.js';
import type { Connections } from '../../platform/outbound/trusted-connections.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import { remembered } from '../policy/remembered.js';
import type { CallableExternalPolicy, ExternalPolicyConfig, ExternalPolicyStore } from './external-policy.store.js';
import { mostReplyBytes, readReply, WrongReply } from './policy-reply.js';
import type { PolicyReply } from './policy-reply.js';
import { requestDocument } from './policy-request.js';
import type { PolicyQuestion } from './policy-request.js';
import { trustOf } from './service-trust.js';

/** Read once: a configuration stays the same object until it is changed. */
const addressIn = remembered((config: ExternalPolicyConfig) => new URL(config.externalServiceUrl));

/** Mounts whose connections are kept. */
const mostKept = 100;
/** How often a success is noted, in milliseconds. */
const notedEvery = 60_000;

const failed = (why: string) =>
  problem('POLICY_SERVICE_FAILED', `the external policy service gave no answer that can be used: ${why}`);

/** Why there was no answer, for those who ask for certificates. */
const unanswered: Readonly<Record<OutboundFailureKind, string>> = {
  address: 'its address must not be called',
  unresolved: 'its name has no address',
  unreachable: 'it cannot be reached',
  untrusted: 'its certificate is not trusted',
  timeout: 'it did not answer in time',
  'too-large': 'its answer is too long',
  encoded: 'its answer is compressed',
  redirected: 'it sends callers elsewhere',
  busy: 'too many calls are under way',
  ended: 'the request was given up',
};

/** Asks the external policy services of mounts, over connections that stay open. */
export class PolicyService {
  readonly #connections = new LRUCache<string, { readonly of: Date; readonly open: Connections }>({
    max: mostKept,
    dispose: ({ open }) => {
      // Calls that are under way go on.
      open.retire();
    },
  });

  constructor(
    private readonly deps: {
      readonly gate: OutboundGate;
      readonly store: ExternalPolicyStore;
      readonly log: Pick<Log, 'warn'>;
      readonly clock: Clock;
    },
  ) {}

  /** @throws POLICY_SERVICE_FAILED if it does not answer, or not as it should */
  async ask(
    policy: CallableExternalPolicy,
    question: PolicyQuestion,
    waiter: Waiter | undefined,
  ): Promise<PolicyReply> {
    const { config } = policy;
    try {
      const answer = await this.deps.gate.call({
        method: 'POST',
        url: addressIn(config),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: requestDocument(question),
        withinMs: config.timeout * 1000,
        mostBytes: mostReplyBytes,
        connections: this.#connectionsOf(policy),
        waiter,
      });
      // What it says with another status is nothing that a caller should read.
      if (answer.status !== 200) throw new WrongReply(`it has status ${answer.status}`);
      const reply = readReply(answer.body, question.uuid, question.key);
      await this.#note(policy);
      return reply;
    } catch (error) {
      if (error instanceof WrongReply) throw this.#told(policy, failed(error.message), error);
      if (error instanceof OutboundFailure) throw this.#told(policy, failed(unanswered[error.kind]), error);
      throw error;
    }
  }

  /** Who asks for a certificate need not know where the service is, and the operator does. */
  #told(policy: CallableExternalPolicy, problem: ProblemError, { message }: Error): ProblemError {
    this.deps.log.warn(
      { externalPolicy: policy.id, reason: message },
      'an external policy service gave no usable answer',
    );
    return problem;
  }

  close(): void {
    for (const { open } of this.#connections.values()) open.close();
    this.#connections.clear();
  }

  /** Those of an earlier configuration are retired. @throws POLICY_SERVICE_FAILED where there is a later one already */
  #connectionsOf(policy: CallableExternalPolicy): Connections {
    const kept = this.#connections.get(policy.id);
    if (kept?.of.getTime() === policy.updatedAt.getTime()) return kept.open;
    if (kept && kept.of > policy.updatedAt) throw failed('its configuration was changed meanwhile');
    const { config, clientCertificateBundle } = policy;
    const open = openConnections(trustOf({ ...config, clientCertificateBundle }));
    this.#connections.set(policy.id, { of: policy.updatedAt, open });
    return open;
  }

  async #note(policy: CallableExternalPolicy): Promise<void> {
    const now = this.deps.clock.now();
    if (policy.lastSuccessAt !== null && now.getTime() - policy.lastSuccessAt.getTime() < notedEvery) return;
    await this.deps.store.succeeded(policy, now);
  }
}
