// npm start: installs what is missing, generates, builds, serves. Run again, what is up to date is skipped.
import { spawn } from 'node:child_process';
import { main, prepare, root } from './steps.mjs';

await main('npm start', async () => {
  console.log('Trustate');
  await prepare('server');
  process.exitCode = await serve(process.argv.slice(2));
});

/** Stays until the server ends. Signals for this process are passed on; the server alone decides when to end. */
function serve(args) {
  return new Promise((resolve) => {
    const server = spawn(process.execPath, ['dist/main.js', 'serve', ...args], {
      cwd: root,
      // The channel carries nothing: it breaks when this process is killed, and then the server stops too.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
    server.on('error', (error) => {
      console.error(`npm start: ${error.message}`);
      resolve(1);
    });
    server.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 1)));
  });
}
