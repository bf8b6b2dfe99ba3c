import type { Metrics } from '../metrics/metrics.js';
import type { Tokens } from './tokens.js';

/** What tokens are asked for, how long that takes, and how many of them do not work. */
export function tokenMetrics(metrics: Metrics, tokens: Tokens): void {
  const orders = metrics.counter(
    'trustate_pkcs11_orders_total',
    'What PKCS#11 tokens were asked for, by library, kind and outcome.',
    ['library', 'order', 'outcome'],
  );
  const seconds = metrics.counter(
    'trustate_pkcs11_order_seconds_total',
    'Time in which PKCS#11 tokens did what they were asked for, with the wait for their turn, by library and kind.',
    ['library', 'order'],
  );
  tokens.observe(({ library, order, outcome, seconds: took }) => {
    orders.inc({ library, order, outcome });
    seconds.inc({ library, order }, took);
  });
  metrics.gauge(
    'trustate_pkcs11_failing_tokens',
    'PKCS#11 tokens that did not work when last asked.',
    'process',
    () => tokens.failing().length,
  );
}
