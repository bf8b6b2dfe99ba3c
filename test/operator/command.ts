import { EventEmitter } from 'node:events';
import { startApp } from '../../src/app.js';
import { openTools } from '../../src/composition/tools.js';
import { runProgram } from '../../src/operator/program.js';
import { serve } from '../../src/operator/serve.js';
import { systemClock } from '../../src/platform/clock.js';

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * A command of the command line in this process: for what a process of its own adds nothing to.
 * @param environment all that the command sees
 */
export async function command(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  const text = { out: '', err: '' };
  const print = (line: string) => void (text.out += `${line}\n`);
  const tell = (line: string) => void (text.err += `${line}\n`);
  const exit = (status: number) => {
    throw new Error(`a command of the tests wanted to end the process with status ${status}`);
  };
  const signals = Object.assign(new EventEmitter(), { exit });
  const status = await runProgram(args, {
    environment: { TRUSTATE_LOG_LEVEL: 'fatal', ...environment },
    clock: systemClock,
    serve: (config) =>
      serve(config, { start: startApp, signals, print, tell, announce: () => undefined, terminal: false }),
    openTools,
    print,
    tell,
    version: '0.0.0',
  });
  return { status, ...text };
}
