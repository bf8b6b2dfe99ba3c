import type { Clock } from '../platform/clock.js';
import { waiterOf } from '../platform/outbound/call-end.js';
import { OutboundFailure } from '../platform/outbound/outbound-failure.js';
import type { OutboundFailureKind } from '../platform/outbound/outbound-failure.js';
import type { OutboundGate } from '../platform/outbound/outbound-gate.js';
import type { AnswerHeaders } from '../platform/outbound/trusted-connections.js';
import { pauseAskedFor } from './back-off.js';
import { headersOf } from './signature.js';
import type { SignedNotice } from './signature.js';
import type { CallableWebhook } from './webhook.store.js';

/** Milliseconds for one attempt, and bytes of an answer. */
export const withinMs = 10_000;
const mostAnswerBytes = 65_536;
/** Bytes of the answer, and of its headers, that are kept. */
export const keptAnswerBytes = 1_024;
const keptHeaderBytes = 2_048;

/** What came of one attempt. */
export interface SentNotice {
  readonly at: Date;
  /** Whether the receiver took it: it answered with a status of 2xx. */
  readonly delivered: boolean;
  readonly url: string;
  readonly status: number | null;
  readonly answerBeginning: string | null;
  /** JSON text: names → lists of values. */
  readonly answerHeaders: string | null;
  readonly failure: string | null;
  /** Why there was no answer, if there was none. */
  readonly silent: OutboundFailureKind | null;
  /** Milliseconds that the receiver asks to be left alone; 0 if it does not. */
  readonly pauseMs: number;
}

/** Sends notices through the gate for addresses that users give. */
export class Sender {
  constructor(private readonly deps: { readonly gate: Pick<OutboundGate, 'call'>; readonly clock: Clock }) {}

  /** One attempt. It never throws for what a receiver does. */
  async send(
    webhook: Pick<CallableWebhook, 'url' | 'format' | 'secret'>,
    notice: SignedNotice,
    signal?: AbortSignal,
  ): Promise<SentNotice> {
    const at = this.deps.clock.now();
    const { url } = webhook;
    try {
      const answer = await this.deps.gate.call({
        method: 'POST',
        url: new URL(url),
        headers: headersOf(notice, webhook, at),
        withinMs,
        body: Buffer.from(notice.body),
        mostBytes: mostAnswerBytes,
        waiter: signal && waiterOf(signal),
      });
      const delivered = answer.status >= 200 && answer.status < 300;
      return {
        at,
        delivered,
        url,
        status: answer.status,
        silent: null,
        answerBeginning: beginningOf(answer.body),
        answerHeaders: JSON.stringify(keptHeaders(answer.headers)),
        pauseMs: [429, 503].includes(answer.status) ? pauseAskedFor(answer.headers['retry-after'], at) : 0,
        failure: delivered ? null : `the receiver answered with the status ${answer.status}`,
      };
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      const nothing = { status: null, answerBeginning: null, answerHeaders: null, pauseMs: 0 };
      return { at, delivered: false, url, ...nothing, failure: error.message, silent: error.kind };
    }
  }
}

/** Databases hold no zero bytes in texts. */
const beginningOf = (body: Buffer): string =>
  body.subarray(0, keptAnswerBytes).toString('utf8').replaceAll('\u0000', '\uFFFD');

function keptHeaders(headers: AnswerHeaders): Readonly<Record<string, readonly string[]>> {
  let size = 0;
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const values = value === undefined ? [] : [value].flat();
    size += name.length + values.join('').length;
    return size > keptHeaderBytes ? [] : [[name, values] as const];
  });
  return Object.fromEntries(kept);
}
