import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import { OutboundFailure } from '../../platform/outbound/outbound-failure.js';
import type { OutboundGate } from '../../platform/outbound/outbound-gate.js';
import { openConnections } from '../../platform/outbound/trusted-connections.js';
import type { Connections } from '../../platform/outbound/trusted-connections.js';
import { problem } from '../../platform/problems.js';
import type { CallableExternalPolicy, ExternalPolicyStore } from './external-policy.store.js';
import { mostReplyBytes, readReply, WrongReply } from './policy-reply.js';
import type { PolicyReply } from './policy-reply.js';
import { requestDocument } from './policy-request.js';
import type { PolicyQuestion } from './policy-request.js';
import { trustOf } from './service-trust.js';

/** Mounts whose connections are kept. */
const mostKept = 100;
/** How often a success is noted, in milliseconds. */
const notedEvery = 60_000;

const failed = (why: string) =>
  problem('POLICY_SERVICE_FAILED', `the external policy service gave no answer that can be used: ${why}`);

/** Asks the external policy services of mounts, over connections that stay open. */
export class PolicyService {
  readonly #connections = new LRUCache<string, { readonly of: Date; readonly open: Connections }>({
    max: mostKept,
    dispose: ({ open }) => {
      open.close();
    },
  });

  constructor(
    private readonly deps: {
      readonly gate: OutboundGate;
      readonly store: ExternalPolicyStore;
      readonly clock: Clock;
    },
  ) {}

  /** @throws POLICY_SERVICE_FAILED if it does not answer, or not as it should */
  async ask(
    policy: CallableExternalPolicy,
    question: PolicyQuestion,
    signal: AbortSignal | undefined,
  ): Promise<PolicyReply> {
    const { config } = policy;
    try {
      const answer = await this.deps.gate.call({
        method: 'POST',
        url: new URL(config.externalServiceUrl),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: requestDocument(question),
        withinMs: config.timeout * 1000,
        mostBytes: mostReplyBytes,
        connections: this.#connectionsOf(policy),
        signal,
      });
      // What it says with another status is nothing that a caller should read.
      if (answer.status !== 200) throw new WrongReply(`it has status ${answer.status}`);
      const reply = readReply(answer.body, question.uuid);
      await this.#note(policy);
      return reply;
    } catch (error) {
      if (error instanceof OutboundFailure || error instanceof WrongReply) throw failed(error.message);
      throw error;
    }
  }

  close(): void {
    this.#connections.clear();
  }

  /** Those of another configuration are closed. */
  #connectionsOf(policy: CallableExternalPolicy): Connections {
    const kept = this.#connections.get(policy.id);
    if (kept?.of.getTime() === policy.updatedAt.getTime()) return kept.open;
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
