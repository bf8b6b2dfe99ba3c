import { describe, expect, test } from 'vitest';
import { Metrics } from '../../../src/platform/metrics/metrics.js';

const bare = () => new Metrics({ process: false });
const textOf = async (metrics: Metrics) => (await metrics.render()).body;

describe('/metrics', () => {
  test('Prometheus text with the process in it', async () => {
    const { contentType, body } = await new Metrics().render();
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain('process_cpu_seconds_total');
  });

  test('requests by method, route and status', async () => {
    const metrics = bare();
    metrics.observeRequest({ method: 'GET', route: '/api/v2/ping', status: 204, seconds: 0.003 });
    metrics.observeRequest({ method: 'BREW', status: 404, seconds: 0.1 });
    const text = await textOf(metrics);
    expect(text).toContain('trustate_http_requests_total{method="GET",route="/api/v2/ping",status="204"} 1');
    expect(text).toContain('trustate_http_requests_total{method="OTHER",route="unmatched",status="404"} 1');
    expect(text).toContain(
      'trustate_http_request_duration_seconds_bucket{le="0.005",method="GET",route="/api/v2/ping"} 1',
    );
  });

  test('operations by name; names of a caller who makes them up are counted together', async () => {
    const metrics = bare();
    for (let index = 0; index < 1_000; index += 1) {
      metrics.observeOperation({ operation: `Made${index}`, type: 'query', outcome: 'ok', seconds: 0.001 });
    }
    metrics.observeOperation({ operation: null, type: 'mutation', outcome: 'problems', seconds: 0.001 });
    const text = await textOf(metrics);
    const labels = new Set([...text.matchAll(/operation="([^"]+)"/g)].map(([, label]) => label));
    expect(labels.size).toBe(202);
    expect(text).toContain('duration_seconds_count{operation="other",type="query",outcome="ok"} 800');
    expect(text).toContain('duration_seconds_count{operation="anonymous",type="mutation",outcome="problems"} 1');
  });

  test('names of our own are there however many others callers make up; long ones never are', async () => {
    const metrics = bare();
    const observed = (operation: string) => {
      metrics.observeOperation({ operation, type: 'query', outcome: 'ok', seconds: 0.001 });
    };
    for (let index = 0; index < 1_000; index += 1) observed(`Made${index}`);
    metrics.knowOperation('ShowWorkspace');
    observed('ShowWorkspace');
    const long = 'L'.repeat(101);
    observed(long);
    const text = await textOf(metrics);
    expect(text).toContain('duration_seconds_count{operation="ShowWorkspace",type="query",outcome="ok"} 1');
    expect(text).not.toContain(long);
  });

  test('whoever asks while the document is made gets the same one, and the next one another', async () => {
    const metrics = bare();
    let reads = 0;
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'database', () => (reads += 1));
    const asked = await Promise.all([textOf(metrics), textOf(metrics), textOf(metrics)]);
    expect(new Set(asked).size).toBe(1);
    expect(reads).toBe(1);
    expect(await textOf(metrics)).toContain('trustate_jobs_due 2');
  });

  test('a database that hangs is asked once, nobody waits for it, and what it said before stands', async () => {
    const metrics = new Metrics({ process: false, databaseMs: 1 });
    let [reads, scrapes] = [0, 0];
    let answer: (jobs: number) => void = () => undefined;
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'database', () => {
      reads += 1;
      return reads === 2 ? new Promise<number>((resolve) => (answer = resolve)) : reads;
    });
    metrics.gauge('trustate_connections', 'Connections that are open.', 'process', () => (scrapes += 1));
    expect(await textOf(metrics)).toContain('trustate_jobs_due 1');
    for (const scrape of [2, 3, 4]) {
      const text = await textOf(metrics);
      expect(text).toContain('trustate_jobs_due 1');
      expect(text).toContain(`trustate_connections ${scrape}`);
    }
    answer(2);
    expect(await textOf(metrics)).toContain('trustate_jobs_due 2');
    expect(await textOf(metrics)).toContain('trustate_jobs_due 3');
  });

  test('what a slow database says too late for one scrape is in the next one', async () => {
    const metrics = new Metrics({ process: false, databaseMs: 1 });
    const answers: ((jobs: number) => void)[] = [];
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'database', () => {
      return new Promise<number>((resolve) => answers.push(resolve));
    });
    expect(await textOf(metrics)).not.toContain('trustate_jobs_due');
    answers[0]?.(5);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await textOf(metrics)).toContain('trustate_jobs_due 5');
    expect(answers).toHaveLength(2);
  });

  test('what a database that hangs said is left out after a minute, until it says something', async () => {
    let now = 0;
    const metrics = new Metrics({ process: false, databaseMs: 1, now: () => now });
    const answers: ((jobs: number) => void)[] = [];
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'database', () => {
      return answers.length === 0
        ? (answers.push(() => undefined), 1)
        : new Promise<number>((resolve) => answers.push(resolve));
    });
    expect(await textOf(metrics)).toContain('trustate_jobs_due 1');
    now = 60_000;
    expect(await textOf(metrics)).toContain('trustate_jobs_due 1');
    now = 60_001;
    expect(await textOf(metrics)).not.toContain('trustate_jobs_due');
    answers[1]?.(2);
    expect(await textOf(metrics)).toContain('trustate_jobs_due 2');
  });

  test('what it says too late for a process that asks for all is in its next answer, once', async () => {
    const metrics = new Metrics({ process: false, databaseMs: 1 });
    const answers: ((jobs: number) => void)[] = [];
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'database', () => {
      return new Promise<number>((resolve) => answers.push(resolve));
    });
    expect((await metrics.measure(true)).database).toEqual([]);
    answers[0]?.(5);
    await new Promise((resolve) => setImmediate(resolve));
    const said = expect.objectContaining({ name: 'trustate_jobs_due', values: [{ value: 5, labels: {} }] }) as unknown;
    expect((await metrics.measure(true)).database).toEqual([said]);
    expect((await metrics.measure(true)).database).toEqual([]);
  });

  test('so it is where several processes ask one of them', async () => {
    const metrics = new Metrics({ process: false, databaseMs: 1 });
    let reads = 0;
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'database', () => {
      reads += 1;
      return new Promise<number>(() => undefined);
    });
    metrics.gauge('trustate_connections', 'Connections that are open.', 'process', () => 7);
    for (let scrape = 0; scrape < 3; scrape += 1) {
      const { process, database } = await metrics.measure(true);
      expect(process).toContainEqual(expect.objectContaining({ name: 'trustate_connections' }));
      expect(database).toEqual([]);
    }
    expect(reads).toBe(1);
  });

  test('a database that fails leaves the numbers of the process', async () => {
    const metrics = bare();
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'database', () => Promise.reject(new Error('away')));
    metrics.gauge('trustate_connections', 'Connections that are open.', 'process', () => 7);
    expect(await textOf(metrics)).toContain('trustate_connections 7');
    expect((await metrics.measure(true)).database).toEqual([]);
  });

  test('gauges are read when asked', async () => {
    const metrics = bare();
    let queue = 1;
    metrics.gauge('trustate_jobs_due', 'Jobs that are due.', 'process', () => queue);
    queue = 5;
    expect(await textOf(metrics)).toContain('trustate_jobs_due 5');
  });

  test('two do not meet', async () => {
    const [one, other] = [bare(), bare()];
    one.counter('trustate_things_total', 'Things.', ['kind']).inc({ kind: 'a' });
    expect(await textOf(one)).toContain('trustate_things_total{kind="a"} 1');
    expect(await textOf(other)).not.toContain('trustate_things_total');
  });
});
