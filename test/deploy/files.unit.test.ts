import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { packages } from '../../scripts/runtime-folder.mjs';
import { external } from '../../scripts/external-packages.mjs';
import { settings } from '../../src/settings/config.js';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const files = readdirSync(new URL('../../deploy', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((name) => `deploy/${name}`)
  .filter((name) => /\.\w+$|Dockerfile$/.test(name));

test('there are files to deploy with', () => expect(files.length).toBeGreaterThan(4));

describe.each(files)('%s', (name) => {
  test('names settings that there are', () => {
    const named = read(name).match(/\bTRUSTATE_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [];
    const known = new Set<string>(settings.map(({ variable }) => variable));
    expect(named.filter((each) => !known.has(each))).toEqual([]);
  });
});

// Templates of the chart are YAML after Helm has filled them in.
test.each(files.filter((name) => /\.ya?ml$/.test(name) && !name.includes('/templates/')))(
  '%s is YAML without a key twice',
  (name) => {
    for (const document of parseAllDocuments(read(name), { merge: true })) {
      expect([document.errors, document.warnings]).toEqual([[], []]);
    }
  },
);

describe('Dockerfile', () => {
  const text = read('deploy/Dockerfile');

  test('runs the server as a user that is not root, with a check of its health', () => {
    expect(text).toMatch(/^USER 10001:10001$/m);
    expect(text).toMatch(/^HEALTHCHECK /m);
    expect(text.lastIndexOf('\nUSER ')).toBeLessThan(text.indexOf('\nENTRYPOINT'));
  });

  test('runs scripts and programs that there are', () => {
    const scripts = [...text.matchAll(/node (scripts\/\S+)/g)].map(([, file = '']) => file);
    expect(scripts).toEqual(['scripts/runtime-folder.mjs']);
    for (const file of scripts) expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
  });

  test('gets everything that a build reads, and nothing that holds data', () => {
    const ignored = read('.dockerignore').split('\n');
    const needed = [
      'src',
      'graphql',
      'migrations',
      'scripts',
      'playground',
      'schema.prisma',
      'package.json',
      'LICENSE',
    ];
    expect(needed.filter((name) => ignored.includes(name))).toEqual([]);
    expect(['data', '.git', '**/node_modules'].filter((name) => !ignored.includes(name))).toEqual([]);
  });
});

test('the runtime folder has the packages that the bundle leaves outside, with what they need', () => {
  const found = packages();
  for (const name of external) expect(found).toContain(`node_modules/${name}`);
  expect(found).toContain('node_modules/@smithy/core');
  expect(found.length).toBeLessThan(60);
});

describe('compose.yaml', () => {
  const service = z.object({
    image: z.string(),
    read_only: z.boolean().optional(),
    cap_drop: z.array(z.string()).optional(),
    ports: z.array(z.string()).optional(),
    volumes: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
  });
  const { services, volumes } = z
    .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
    .parse(parse(read('deploy/compose.yaml'), { merge: true }));

  test('has two servers that can write to their data folder only, on ports of this machine', () => {
    for (const name of ['one', 'two']) {
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      for (const port of services[name]?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    expect(services['two']?.environment).toEqual(services['one']?.environment);
    // They share the cores with each other and with the database.
    expect(services['one']?.environment).toMatchObject({ TRUSTATE_PROCESSES: '${PROCESSES:-1}' });
  });

  test('has a volume for each that is mounted, and its secrets from outside', () => {
    const mounted = Object.values(services).flatMap((each) => each.volumes.map((volume) => volume.split(':')[0]));
    expect(Object.keys(volumes).toSorted()).toEqual(mounted.toSorted());
    for (const { environment } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|SEAL_KEY|TOKEN/.test(name)) expect(value).toMatch(/^\$\{\w+:\?\}$/);
      }
    }
  });

  test('names an image by its version', () => {
    for (const { image } of Object.values(services)) if (image !== 'trustate') expect(image).toMatch(/:v?\d/);
  });
});

test('trustate.service gives the server as long to stop as it takes by default, and no way to more', () => {
  const text = read('deploy/trustate.service');
  const [stop] = settings.filter(({ variable }) => variable === 'TRUSTATE_STOP_TIMEOUT');
  expect(stop?.default).toBe('30s');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(30);
  for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'DynamicUser=yes', 'CapabilityBoundingSet='])
    expect(text.split('\n')).toContain(line);
});

test('every rule for alerts says how urgent it is, and what happened', () => {
  const rule = z.object({
    alert: z.string().regex(/^Trustate/),
    expr: z.string(),
    labels: z.object({ severity: z.enum(['warning', 'critical']) }),
    annotations: z.object({ summary: z.string().min(20) }),
  });
  const { groups } = z
    .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) })
    .parse(parse(read('deploy/prometheus-rules.yaml')));
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(new Set(names).size).toBe(names.length);
  const guide = read('docs/deploying.md');
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('every panel of the dashboard says what it shows, and none covers another', () => {
  const panel = z.object({
    title: z.string(),
    description: z.string().min(10),
    gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
    targets: z.array(z.object({ expr: z.string() })).min(1),
  });
  const { panels } = z.object({ panels: z.array(panel) }).parse(JSON.parse(read('deploy/grafana-dashboard.json')));
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
