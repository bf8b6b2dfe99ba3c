import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { NamedTurns } from '../../../src/operator/processes/named-turns.js';
import { Restarts } from '../../../src/operator/processes/restarts.js';
import { wholeLines } from '../../../src/operator/processes/whole-lines.js';
import { WholeMetrics } from '../../../src/operator/processes/whole-metrics.js';
import { metric } from '../../../src/platform/metrics/metric.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';

describe('restarts', () => {
  test('come later each time, and as at first after a long life', () => {
    const restarts = new Restarts();
    const pauses = [10, 10, 10, 10, 10, 10, 10].map((ms) => restarts.after(ms));
    expect(pauses).toEqual([200, 1_000, 2_000, 5_000, 15_000, 30_000, 30_000]);
    expect([restarts.after(3_600_000), restarts.after(10), restarts.after(10)]).toEqual([200, 200, 1_000]);
  });

  test('come soon where no other is there, but not those of starts that fail again and again', () => {
    const restarts = new Restarts();
    expect([10, 10, 10, 10].map((ms) => restarts.after(ms, true))).toEqual([200, 1_000, 1_000, 1_000]);
    const failing = [null, null, null, null, null].map((ms) => restarts.after(ms, true));
    expect(failing).toEqual([1_000, 30_000, 30_000, 30_000, null]);
  });

  test('end when it never serves', () => {
    const restarts = new Restarts();
    expect([null, null, null, null].map((ms) => restarts.after(ms))).not.toContain(null);
    expect(restarts.after(null)).toBeNull();
  });
});

describe('turns', () => {
  const asked = () => {
    const given: string[] = [];
    return { given, turns: new NamedTurns((place, name) => given.push(`${place} ${name}`)) };
  };

  test('go to one after the other, of each name', () => {
    const { given, turns } = asked();
    turns.ask(1, 'a');
    turns.ask(2, 'a');
    turns.ask(2, 'b');
    expect(given).toEqual(['1 a', '2 b']);
    // Whose turn it is not ends none.
    turns.done(2, 'a');
    expect(given).toEqual(['1 a', '2 b']);
    turns.done(1, 'a');
    expect(given).toEqual(['1 a', '2 b', '2 a']);
  });

  test('of one that ends go on to the next; who waited and ended gets none', () => {
    const { given, turns } = asked();
    for (const place of [1, 2, 3]) turns.ask(place, 'a');
    turns.gone(2);
    turns.gone(1);
    expect(given).toEqual(['1 a', '3 a']);
  });
});

test('lines arrive whole, the last one too', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  wholeLines(stream, (line) => lines.push(line));
  const bytes = Buffer.from('one\ntwö\nthree, cut');
  for (const byte of bytes) stream.write(Buffer.of(byte));
  stream.end();
  await new Promise((resolve) => stream.once('close', resolve));
  expect(lines).toEqual(['one\n', 'twö\n', 'three, cut\n']);
});

test('a line that does not end is handed on in parts', () => {
  const stream = new PassThrough();
  const lengths: number[] = [];
  wholeLines(stream, (line) => lengths.push(line.length));
  for (let part = 0; part < 5; part += 1) stream.emit('data', Buffer.alloc(1_500_000, 'x'));
  stream.emit('end');
  expect(lengths).toEqual([4_500_001, 3_000_001]);
});

describe('metrics', () => {
  const processes = [1, 2].map((place) => ({ place, metrics: new Metrics({ process: false }) }));
  const whole = new WholeMetrics(() => []);
  const measured = ({ place, metrics }: (typeof processes)[number]) => ({
    place,
    ask: (id: number) => void metrics.measure(false).then(({ process }) => whole.measured(place, id, process)),
  });
  const databaseReads: number[] = [];
  for (const { place, metrics } of processes) {
    metrics.counter('trustate_things_total', 'Things.', []).inc(place);
    metrics.observeRequest({ method: 'GET', route: '/x', status: 200, seconds: 0.002 });
    metrics.gauge('trustate_held', 'Held.', 'process', () => 5);
    metrics.gauge('trustate_stored', 'Stored.', 'database', () => {
      databaseReads.push(place);
      return 7;
    });
  }

  test('are sums; the database is read by the process that was asked, and by no other', async () => {
    for (const { place, metrics } of processes.slice(1)) whole.asked(place, await metrics.measure(true));
    const text = await whole.render(processes.slice(0, 1).map(measured));
    expect(databaseReads.splice(0)).toEqual([2]);
    expect(text).toContain('trustate_things_total 3');
    expect(text).toContain('trustate_http_request_duration_seconds_count{method="GET",route="/x"} 2');
    expect(text).toContain('trustate_held 10');
    expect(text).toContain('trustate_stored 7');
  });

  test('of a database that nobody could read for a minute are left out', async () => {
    let now = 0;
    const [asking] = processes;
    if (!asking) throw new Error('there are two');
    const anew = new WholeMetrics(
      () => [],
      () => now,
    );
    anew.asked(1, { ...(await asking.metrics.measure(true)), process: [] });
    const hangs = () => {
      anew.asked(1, { process: [], database: [], databaseAgeMs: 0 });
      return anew.render([]);
    };
    now = 60_000;
    expect(await hangs()).toContain('trustate_stored 7');
    now = 60_001;
    expect(await hangs()).not.toContain('trustate_stored');
  });

  test('of a database that answers a process too late are as old as they are, and replace none that are newer', async () => {
    let now = 0;
    const clock = () => now;
    const [late, prompt] = [1, 2].map(() => new Metrics({ process: false, databaseMs: 1, now: clock }));
    if (!late || !prompt) throw new Error('there are two');
    let answer: (jobs: number) => void = () => undefined;
    late.gauge('trustate_due', 'Due.', 'database', () => new Promise<number>((resolve) => (answer = resolve)));
    prompt.gauge('trustate_due', 'Due.', 'database', () => 2);
    const anew = new WholeMetrics(() => [], clock);
    const scrape = async (place: number, metrics: Metrics) => {
      anew.asked(place, await metrics.measure(true));
      return await anew.render([]);
    };
    const answeredLate = async () => {
      answer(1);
      await new Promise((resolve) => setImmediate(resolve));
    };
    expect(await scrape(1, late)).not.toContain('trustate_due');
    await answeredLate();
    now = 1_000;
    expect(await scrape(2, prompt)).toContain('trustate_due 2');
    now = 2_000;
    expect(await scrape(1, late)).toContain('trustate_due 2');
    await answeredLate();
    now = 62_001;
    expect(await scrape(1, late)).not.toContain('trustate_due');
    await answeredLate();
    now = 122_001;
    expect(await scrape(1, late)).toContain('trustate_due 1');
    now = 122_002;
    expect(await scrape(1, late)).not.toContain('trustate_due');
  });

  test('of a process that hangs are missing, not those of the one that asks', async () => {
    const anew = new WholeMetrics(() => []);
    const [asking] = processes;
    if (!asking) throw new Error('there are two');
    anew.asked(1, await asking.metrics.measure(false));
    vi.useFakeTimers();
    const text = anew.render([{ place: 2, ask: () => undefined }]);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(await text).toContain('trustate_things_total 1');
  });

  test('of a process that has ended: what it counted, not what it held', async () => {
    await whole.gone(2);
    const text = await whole.render(processes.slice(0, 1).map(measured));
    expect(text).toContain('trustate_things_total 3');
    expect(text).toContain('trustate_http_request_duration_seconds_count{method="GET",route="/x"} 2');
    expect(text).toContain('trustate_held 5');
    expect(text).toContain('trustate_stored 7');
  });

  test('of several that end at the same moment are all kept, at every moment', async () => {
    const ending = new WholeMetrics(() => []);
    const counted = (value: number) => ({ name: 'things', help: '', type: 'counter', values: [{ labels: {}, value }] });
    const places = [1, 2, 3, 4];
    for (const place of places) ending.measured(place, 0, [{ ...counted(place), aggregator: 'sum' }]);
    const gone = places.map((place) => ending.gone(place));
    expect(await ending.render([])).toContain('things 10');
    await Promise.all(gone);
    expect(await ending.render([])).toContain('things 10');
  });

  test('that are not known are left out, as one process alone says of them that they are no number', async () => {
    const metrics = new Metrics({ process: false });
    metrics.gauge('trustate_swept', 'Swept.', 'database', () => Number.NaN);
    metrics.gauge('trustate_lag', 'Lag.', 'process', () => Number.NaN);
    expect((await metrics.render()).body).toMatch(/^trustate_lag Nan$[^]*^trustate_swept Nan$/m);
    const told: unknown = JSON.parse(JSON.stringify(await metrics.measure(true)));
    const lists = z.object({
      process: z.array(metric),
      database: z.array(metric),
      databaseAgeMs: z.number(),
    });
    const anew = new WholeMetrics(() => []);
    anew.asked(1, lists.parse(told));
    expect(await anew.render([])).not.toMatch(/^trustate_/m);
  });

  test('of event loops are those of the process that was held up longest', async () => {
    const lags = new WholeMetrics(() => []);
    const lag = (value: number) => ({
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: 'Lag.',
      type: 'gauge',
      aggregator: 'average',
      values: [{ labels: {}, value }],
    });
    for (const [place, value] of [0.9, 0.1].entries()) lags.measured(place, 0, [lag(value)]);
    expect(await lags.render([])).toContain('nodejs_eventloop_lag_p99_seconds 0.9');
  });
});
