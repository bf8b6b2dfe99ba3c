/**
 * Makes dist/playground, the page at `/`, when a source of it is another than at the last time. Run by itself, it does so beside the server of `npm start`, at
 * the lowest priority, until whoever started it ends.
 *
 * A server may be running out of this folder: nothing that is installed here is touched. Where the packages of the page are missing, they come into a folder of
 * this process below .cache, with a copy of the sources, and are removed when the page is made. It is made there too and moved into its place whole.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stampOf } from './bundles.mjs';
import { isInstalled, manifests, npmCi } from './packages.mjs';
import { at, main, must, root, seconds, stamp, stampedWith, StepError } from './steps.mjs';

const made = 'dist/playground';
const stampFile = '.cache/playground-stamp';
const removing = '--remove';
/** Where a process with that number makes the page. */
const placeOf = (pid) => at(`.cache/playground-${pid}`);
const sources = ['playground', 'graphql/examples', 'tsconfig.json'];

const playgroundIsCurrent = () => stampedWith(stampFile, stampOf(sources)) && existsSync(at(made, 'index.html'));

/** Whether there is nothing to make, and nothing of an earlier time to remove. */
export const playgroundIsDone = () => playgroundIsCurrent() && abandoned().length === 0;

/**
 * @param options.packages `all` where those of the page are installed beside everything else, or are said to be
 * @param options.whenThere is called when the page is in its place; the packages are still to be removed
 */
export async function makePlayground(options = {}) {
  const { packages = isInstalled('all') ? 'all' : 'server', whenThere = () => undefined, ...running } = options;
  removeAbandoned();
  if (playgroundIsCurrent()) return false;
  const wanted = stampOf(sources);
  const place = placeOf(process.pid);
  try {
    mkdirSync(place, { recursive: true });
    const from = packages === 'all' ? root : await projectIn(path.join(place, 'project'), running);
    const built = path.join(place, 'built');
    const vite = path.join(from, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', '--config', 'playground/vite.config.ts', '--outDir', built];
    await must(process.execPath, args, { quiet: true, label: 'vite (playground)', ...running, cwd: from });
    // Whoever builds what the sources are by now comes last.
    if (stampOf(sources) !== wanted) return false;
    rmSync(at(stampFile), { force: true });
    await replace(at(made), built, path.join(place, 'before'));
    stamp(stampFile, wanted);
    whenThere();
    // Once more: one that was told to end may have gone on for a moment.
    removeAbandoned();
  } finally {
    // Whoever ends this waits for it, and there may be thousands of files.
    if (running.stop?.aborted === true) removeLater(process.pid);
    else remove(place);
  }
  return true;
}

/** As much of this project as the page is built of, with the packages of it alone. */
async function projectIn(folder, running) {
  const filter = (file) => path.basename(file) !== 'node_modules';
  for (const name of [...manifests, ...sources]) cpSync(at(name), path.join(folder, name), { recursive: true, filter });
  await npmCi(['--workspace=playground'], { ...running, cwd: folder });
  return folder;
}

const isTaken = ({ code }) => ['ENOTEMPTY', 'EEXIST'].includes(code);
/** Windows has a folder in use where a file of it is open, as by what looks for viruses. */
const isInUse = ({ code }) => ['EPERM', 'EACCES', 'EBUSY'].includes(code);

/** Another process may do the same: one comes last. Where it cannot be done, what was there stays. */
async function replace(target, by, before) {
  mkdirSync(path.dirname(target), { recursive: true });
  for (let turn = 1; ; turn += 1) {
    const away = `${before}-${turn}`;
    try {
      moveAway(target, away);
      return renameSync(by, target);
    } catch (error) {
      if (existsSync(away) && !existsSync(target)) renameSync(away, target);
      if (turn === 5 || !(isTaken(error) || isInUse(error))) throw error;
      if (isInUse(error)) await setTimeout(200);
    }
  }
}

function moveAway(target, away) {
  try {
    renameSync(target, away);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Folders of processes that were ended in the middle of it. */
function abandoned() {
  if (!existsSync(at('.cache'))) return [];
  return readdirSync(at('.cache')).flatMap((name) => {
    const [, pid] = /^playground-(\d+)$/.exec(name) ?? [];
    return pid === undefined || runs(Number(pid)) ? [] : [at('.cache', name)];
  });
}

const removeAbandoned = () => abandoned().forEach(remove);

function runs(pid) {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    // What cannot be removed now is removed before the next build.
  }
}

/** In a process that nobody waits for, and that no signal for this one's terminal ends. Where it is ended nonetheless the next build removes the rest. */
function removeLater(pid) {
  const args = [import.meta.filename, removing, String(pid)];
  const remover = spawn(process.execPath, args, { cwd: root, detached: true, stdio: 'ignore', windowsHide: true });
  // Then the next build has all of it to remove.
  remover.on('error', () => undefined);
  remover.unref();
}

if (process.argv[1] === import.meta.filename) {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.argv[2] === removing) remove(placeOf(Number(process.argv[3])));
  else await build();
}

async function build() {
  const ending = new AbortController();
  for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(end, () => ending.abort());
  // It is listened to, and nothing waits for it.
  process.channel?.unref();
  await main('npm start', () => beside(ending.signal));
}

async function beside(stop) {
  const began = Date.now();
  try {
    const whenThere = () => console.log(`The playground is built, after ${seconds(began)}.`);
    await makePlayground({ tellsTime: false, stop, whenThere });
  } catch (error) {
    if (stop.aborted) return;
    const goesOn = existsSync(at(made, 'index.html')) ? 'the one that was built before stays' : 'the server has none';
    const why = error.message.replace(/\.?$/, '.');
    throw new StepError(
      `the playground could not be built, ${goesOn}: ${why} The next npm start tries again.`,
      error.printed,
    );
  }
}
