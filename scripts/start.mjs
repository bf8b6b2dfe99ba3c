// npm start: installs what is missing, generates, builds, serves, and then builds the playground beside the server. Run again, what is up to date is skipped.
import { spawn } from 'node:child_process';
import { playgroundIsDone } from './playground.mjs';
import { prepare } from './prepare.mjs';
import { startingNpm } from './starting-npm.mjs';
import { main, root } from './steps.mjs';

const npm = startingNpm();
const isLeft = () => npm?.isGone() === true;
const lookEveryMs = 1_000;

await main('npm start', async () => {
  console.log('Trustate');
  await prepare('server');
  if (!isLeft()) process.exitCode = await serve(process.argv.slice(2));
});

/** Node runs a script of ours. The channel breaks when this process is killed, and then the script stops too. */
function spawned(...args) {
  return spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}

/** Stays until the server ends. Signals for this process are passed on; the server alone decides when to end. */
function serve(args) {
  return new Promise((resolve) => {
    const server = spawned('dist/main.js', 'serve', ...args);
    let endPlayground = () => undefined;
    // Its only message: it is ready.
    server.once('message', () => {
      if (!playgroundIsDone()) endPlayground = buildPlayground();
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        server.kill(signal);
        endPlayground();
      });
    }
    const looks = setInterval(() => {
      if (!isLeft()) return;
      clearInterval(looks);
      server.kill('SIGTERM');
      endPlayground();
    }, lookEveryMs).unref();
    server.on('error', (error) => {
      console.error(`npm start: ${error.message}`);
      resolve(1);
    });
    server.on('exit', (code, signal) => {
      endPlayground();
      resolve(code ?? (signal === 'SIGKILL' ? 137 : 1));
    });
  });
}

/** Beside the server, which goes on whatever becomes of it. @returns what ends it */
function buildPlayground() {
  const builder = spawned('scripts/playground.mjs');
  let ended = false;
  const failed = (reason) => {
    if (!ended) console.error(`npm start: the playground could not be built: ${reason}`);
  };
  builder.on('error', ({ message }) => failed(message));
  // What it can tell itself has a status.
  builder.on('exit', (_code, signal) => signal !== null && failed(`it was ended by ${signal}.`));
  return () => {
    ended = true;
    // A signal would end it on Windows before it can end what it runs.
    if (builder.connected) builder.disconnect();
  };
}
