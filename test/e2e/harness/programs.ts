import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

/** How a program is found out to be there. */
export interface Probe {
  readonly command: string;
  readonly args: readonly string[];
  /** What it says where it is there and what is needed of it is not. */
  readonly lacking?: RegExp;
}

/** Tests that need a program, by the first of several ways in which it is there. On a machine without it, one that says so takes their place. */
export function describeProgram(title: string, probes: readonly Probe[], body: (command: string) => void): void {
  const tried = probes.map((probe) => ({ probe, ran: spawnSync(probe.command, probe.args, { encoding: 'utf8' }) }));
  const there = tried.find(({ ran }) => ran.status === 0);
  if (there) {
    describe(title, () => {
      body(there.probe.command);
    });
    return;
  }
  test(`${title}: not installed, not run`, () => {
    // That it is not there, and nothing else, is why it did not run.
    for (const { probe, ran } of tried) expect(ran.error?.message ?? ran.stderr).toMatch(probe.lacking ?? /ENOENT/);
  });
}

/** The system's Python has what Debian installs, whichever goes first in the path. */
export const pythonWith = (module: string): readonly Probe[] =>
  ['python3', '/usr/bin/python3'].map((command) => ({
    command,
    args: ['-c', `import ${module}`],
    lacking: new RegExp(`ENOENT|No module named '${module}'`),
  }));
