import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Part } from '../parts.js';
import { toldIn } from '../results/result.js';
import type { Result } from '../results/result.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Ran {
  /** Whether the part came to its end. */
  readonly whole: boolean;
  readonly results: readonly Result[];
}

/** Runs a part in a process of its own. What it prints that is no result is shown as it comes. */
export function runPart(
  { name, on }: Part,
  database: 'sqlite' | 'postgresql',
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', `bench/${name}.bench.ts`], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const results: Result[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = toldIn(line);
      if (told) results.push({ bench: name, ...(on !== 'no database' && { database }), ...told });
      else console.log(`  ${line}`);
    });
    child.on('close', (status) => resolve({ whole: status === 0, results }));
  });
}
