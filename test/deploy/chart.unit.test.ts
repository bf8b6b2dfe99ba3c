import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { chartHash } from '../../scripts/render-chart.mjs';
import { settings } from '../../src/settings/config.js';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('the chart has the version of the server', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  expect(parse(read('deploy/helm/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

describe('the values', () => {
  const settingsOf = z.record(z.string(), z.unknown());
  const values = z
    .looseObject({ settings: settingsOf, secrets: settingsOf })
    .parse(parse(read('deploy/helm/values.yaml')));
  const schema = z.looseObject({}).parse(JSON.parse(read('deploy/helm/values.schema.json')));
  const isValid = new Ajv().compile(schema);

  test('are what the schema allows', () => {
    expect([isValid(values), isValid.errors]).toEqual([true, null]);
  });

  test('say how many processes a pod has: a server cannot see what is requested for it', () => {
    expect(values.settings).toMatchObject({ TRUSTATE_PROCESSES: '1', TRUSTATE_WORKERS: '2' });
  });

  test.each([
    ['a value that there is not', { replica: 3 }],
    ['a text for a number', { replicas: '3' }],
    ['no seal key', { secrets: { ...values.secrets, TRUSTATE_SEAL_KEY: undefined } }],
    ['a secret in plain text', { secrets: { ...values.secrets, TRUSTATE_SEAL_KEY: 'abc' } }],
    ['an object store that pods do not share', { settings: { TRUSTATE_OBJECT_STORE: 'file:/data/objects' } }],
    ['a setting that is no text', { settings: { ...values.settings, TRUSTATE_WORKERS: 2 } }],
  ])('are not %s', (_, change) => {
    const changed: unknown = JSON.parse(JSON.stringify({ ...values, ...change }));
    expect(isValid(changed)).toBe(false);
  });

  test('take no secret among the settings, and none that the chart decides', () => {
    const refused = settings
      .map(({ variable }) => variable)
      .filter((name) => !isValid({ ...values, settings: { ...values.settings, [name]: 's3://a' } }));
    const secret = settings.filter((each) => 'secret' in each).map(({ variable }) => variable);
    expect(secret.length).toBeGreaterThan(3);
    const decided = ['DATA_DIR', 'HOST', 'HTTP_PORT', 'HTTPS_PORT', 'STOP_TIMEOUT'].map((name) => `TRUSTATE_${name}`);
    // A file could not be mounted.
    expect(refused.toSorted()).toEqual([...secret, ...decided, 'TRUSTATE_SEAL_KEY_FILE'].toSorted());
  });
});

describe('kubernetes.yaml', () => {
  const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
  const container = z.object({
    env: z.array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() })),
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
    securityContext: z.unknown(),
    volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  });
  const pod = z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }),
    spec: z.object({
      terminationGracePeriodSeconds: z.number(),
      securityContext: z.unknown(),
      containers: z.tuple([container]),
    }),
  });
  const text = read('deploy/kubernetes.yaml');
  const objects = parseAllDocuments(text).map((document) => z.unknown().parse(document.toJS()));
  const find = <T>(kind: string, spec: z.ZodType<T>) =>
    z
      .object({ kind: z.literal(kind), spec })
      .parse(objects.find((each) => z.object({ kind: z.string() }).safeParse(each).data?.kind === kind)).spec;
  const { template } = find('Deployment', z.object({ template: pod }));
  const [server] = template.spec.containers;
  const named = new Map(server.env.map(({ name, ...from }) => [name, from]));

  test('was made of the chart as it is: node scripts/render-chart.mjs makes it anew', () => {
    expect(text).toContain(`sha256 ${chartHash()}\n`);
  });

  test('lets a pod write to its data folder only, as no root', () => {
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(server.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    const data = named.get('TRUSTATE_DATA_DIR')?.value ?? '';
    expect(server.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([data.slice(0, data.lastIndexOf('/'))]);
  });

  test('asks the ports that the server listens on', () => {
    const ports = Object.fromEntries(server.ports.map(({ name, containerPort }) => [name, String(containerPort)]));
    expect(ports).toEqual({
      http: named.get('TRUSTATE_HTTP_PORT')?.value,
      https: named.get('TRUSTATE_HTTPS_PORT')?.value,
    });
    // A restart helps nobody who waits for a database.
    expect(server.startupProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(server.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(server.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
  });

  test('has no secret in it', () => {
    for (const { variable, ...about } of settings) {
      if (!('secret' in about) || !named.has(variable)) continue;
      expect(named.get(variable)).toEqual({ valueFrom: { secretKeyRef: expect.any(Object) as object } });
    }
    expect(named.has('TRUSTATE_SEAL_KEY')).toBe(true);
  });

  test('gives a pod longer to end than the server takes to stop', () => {
    const [, seconds] = /^(\d+)s$/.exec(named.get('TRUSTATE_STOP_TIMEOUT')?.value ?? '') ?? [];
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 10);
  });

  test('finds the pods by labels that they have', () => {
    const service = find('Service', z.object({ selector: z.record(z.string(), z.string()) }));
    const budget = find(
      'PodDisruptionBudget',
      z.object({ selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }),
    );
    expect(template.metadata.labels).toMatchObject(service.selector);
    expect(budget.selector.matchLabels).toEqual(service.selector);
  });
});
