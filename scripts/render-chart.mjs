// node scripts/render-chart.mjs: writes deploy/kubernetes.yaml, which is deploy/helm with its default values, for who has no Helm. It takes Helm.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './steps.mjs';

const chart = path.join(root, 'deploy/helm');

/** Of everything that the result depends on: who has no Helm can tell by it whether the result is of this chart. */
export function chartHash() {
  const hash = createHash('sha256');
  const files = readdirSync(chart, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(chart, path.join(parentPath, name))).sort();
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(path.join(chart, name)))
      .update('\0');
  return hash.digest('hex');
}

/** What a cluster gets: a release `trustate` in the namespace `trustate`. */
export function render(helm, ...more) {
  // The oldest that the chart allows: a Helm that was built from its sources may take an older one for granted.
  const release = ['template', 'trustate', chart, '--namespace', 'trustate', '--kube-version', '1.27.0', ...more];
  return execFileSync(helm, release, { encoding: 'utf8' });
}

/** The document of deploy/kubernetes.yaml. */
export function document(helm) {
  const about = [
    `# deploy/helm with its default values, for a namespace called trustate: node scripts/render-chart.mjs writes it.`,
    `# The chart it was made of: sha256 ${chartHash()}`,
  ];
  return `${about.join('\n')}\n${render(helm).replaceAll('managed-by: Helm', 'managed-by: kubectl')}`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(path.join(root, 'deploy/kubernetes.yaml'), document(process.env.HELM ?? 'helm'));
}
