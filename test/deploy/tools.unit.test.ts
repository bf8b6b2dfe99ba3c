import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { document, render } from '../../scripts/render-chart.mjs';
import { describeProgram, pythonWith } from '../e2e/harness/programs.js';

/** What those who will read the files of `deploy` say of them, on machines that have them. */
const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deploy-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The chart with everything on that is off by default. */
const everything = [
  ...['autoscaling', 'ingress', 'monitor'].map((each) => `--set=${each}.enabled=true`),
  ...['serviceAccount=a', 'ingress.className=a', 'strategy=Recreate', 'imagePullSecrets[0].name=a'].map(
    (each) => `--set=${each}`,
  ),
  ...['podAnnotations', 'service.annotations', 'ingress.annotations', 'monitor.labels', 'nodeSelector'].map(
    (each) => `--set=${each}.name=value`,
  ),
  '--set=tolerations[0].operator=Exists',
];

const helm = [{ command: process.env['HELM'] ?? 'helm', args: ['version'] }];

describeProgram('Helm', helm, (command) => {
  test('finds nothing wrong with the chart', () => {
    const { status, stdout, stderr } = spawnSync(command, ['lint', '--strict', file('deploy/helm')], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
  });

  test('makes kubernetes.yaml of it', () => {
    expect(document(command)).toBe(readFileSync(file('deploy/kubernetes.yaml'), 'utf8'));
  });

  test('makes objects of it with everything on', () => {
    const kinds = parseAllDocuments(render(command, ...everything)).map(
      (each) => z.object({ kind: z.string() }).parse(each.toJS()).kind,
    );
    const scaled = ['HorizontalPodAutoscaler', 'Ingress', 'ServiceMonitor'];
    expect(kinds.toSorted()).toEqual(['Deployment', ...scaled, 'PodDisruptionBudget', 'Service'].toSorted());
  });

  describeProgram('kubernetes-validate', pythonWith('kubernetes_validate'), (python) => {
    test.each(['1.27', '1.30', '1.33'])('knows every field of them in Kubernetes %s', (version) => {
      const made = path.join(folder, 'objects.yaml');
      writeFileSync(made, render(command, ...everything, '--set=monitor.enabled=false'));
      execFileSync(python, ['-m', 'kubernetes_validate', '--strict', '-k', version, made], { stdio: 'pipe' });
    });
  });
});

describeProgram('kubernetes-validate', pythonWith('kubernetes_validate'), (command) => {
  test('knows every field of kubernetes.yaml', () => {
    const given = ['-m', 'kubernetes_validate', '--strict', '-k', '1.33', file('deploy/kubernetes.yaml')];
    execFileSync(command, given, { stdio: 'pipe' });
  });
});

describeProgram('promtool', [{ command: process.env['PROMTOOL'] ?? 'promtool', args: ['--version'] }], (command) => {
  test('lets each alert fire for what it is about, and for nothing else', () => {
    execFileSync(command, ['check', 'rules', '--lint-fatal', file('deploy/prometheus-rules.yaml')], { stdio: 'pipe' });
    execFileSync(command, ['test', 'rules', file('test/deploy/prometheus-rules.tests.yaml')], { stdio: 'pipe' });
  });
});

describeProgram('systemd', [{ command: 'systemd-analyze', args: ['--version'] }], (command) => {
  test('understands each line of the unit', () => {
    const unit = path.join(folder, 'trustate.service');
    // It looks for the program, which is elsewhere here.
    writeFileSync(
      unit,
      readFileSync(file('deploy/trustate.service'), 'utf8').replace('/usr/bin/node', process.execPath),
    );
    const { status, stderr } = spawnSync(command, ['verify', unit], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describeProgram('HAProxy', [{ command: 'haproxy', args: ['-v'] }], (command) => {
  test('takes the configuration of the balancer', () => {
    const { status, stderr } = spawnSync(command, ['-c', '-f', file('deploy/haproxy.cfg')], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
});
