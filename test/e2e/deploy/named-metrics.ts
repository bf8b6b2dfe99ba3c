import { readFileSync } from 'node:fs';

/** The metrics that a file of the project names, without those that Prometheus makes itself. */
export function metricsNamedIn(file: string): string[] {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  return [...new Set(text.match(/\b(?:trustate|nodejs|process)_[a-z0-9_]+\b/g))].sort();
}
