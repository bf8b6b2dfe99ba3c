import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import type { Config } from './settings/config.js';
import { runProgram } from './operator/program.js';
import { serve } from './operator/serve.js';
import type { Serving } from './operator/serve.js';
import { systemClock } from './platform/clock.js';
import { errorCode, systemReason } from './platform/operator-error.js';
import { leaveOutLibraryWarnings } from './platform/library-warnings.js';
import { projectFolder } from './platform/project-folder.js';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const tell = (text: string) => void process.stderr.write(`${text}\n`);
/** There is a channel if npm start started it. One that has broken stops the server. */
const announce = () => void process.send?.('ready', undefined, {}, () => undefined);

function version(): string {
  const about: unknown = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8'));
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : 'unknown';
}

// The code of a command is loaded when it begins: loading everything takes longer than most commands.
const start: Serving['start'] = async (config, deps) => (await import('./app.js')).startApp(config, deps);
const serveHere = async (config: Config, serving: Serving): Promise<number> => {
  if (cluster.isWorker) return (await import('./operator/processes/serve-at-place.js')).serveAtPlace(config, serving);
  if (config.processes === 1) return serve(config, serving);
  return (await import('./operator/processes/supervise.js')).supervise(config, serving);
};
const openTools = async (config: Config) => (await import('./composition/tools.js')).openTools(config);

/** The status that a shell gives to what SIGPIPE ended. */
const endedByPipe = 141;

/** Runs the command that this process was started with. @returns the exit status */
export async function runCommand(): Promise<number> {
  leaveOutLibraryWarnings();
  const output = watchOutput();
  const status = await runProgram(process.argv.slice(2), {
    environment: process.env,
    clock: systemClock,
    serve: (config) => {
      output.ofServer = true;
      // The reader may be gone, and the disk of a log may be full: neither ends a server.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
      return serveHere(config, { start, signals: process, print, tell, announce, terminal: process.stdout.isTTY });
    },
    openTools,
    print,
    tell,
    version: version(),
  });
  // A server that ends waits for no reader of its log.
  const failure = output.ofServer ? null : await output.failure();
  if (failure === null) return status;
  // As for programs that the signal ends: whoever read enough knows it.
  if (errorCode(failure) === 'EPIPE') return status === 0 ? endedByPipe : status;
  // What it made, such as a token, is made, but nobody has read it.
  tell(`trustate: the output could not be written: ${systemReason(failure)}.`);
  return status === 0 ? 1 : status;
}

function watchOutput() {
  let failure: Error | null = null;
  process.stdout.on('error', (error: Error) => {
    failure ??= error;
  });
  return {
    ofServer: false,
    /** Waits until standard output has taken everything. @returns why it could not */
    async failure(): Promise<Error | null> {
      await new Promise((resolve) => process.stdout.write('', resolve));
      return failure;
    },
  };
}
