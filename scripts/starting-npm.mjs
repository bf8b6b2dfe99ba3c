// The npm that runs a script of this project, which may be ended by what it cannot pass on: SIGKILL, or SIGHUP for it alone.
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { root } from './steps.mjs';

/** As a shell is called that was begun by its name or path, also as a login shell. */
const isShell = (name) => /^-?(?:[a-z]*sh|busybox)$/.test(path.basename(name));

/**
 * npm runs a script by a shell, of which some stay as the parent until it ends, whatever becomes of npm.
 * @returns the process of the `npm start` of this project; `null` for whoever starts it another way, and may mean to leave it alone, and where the system does not
 *   say which process it is
 */
export function startingNpm(env = process.env) {
  if (env.npm_lifecycle_event !== 'start' || !isOurs(env.npm_package_json)) return null;
  const parent = process.ppid;
  const about = aboutProcess(parent);
  if (about === null) return null;
  const pid = isShell(about.name) ? about.parent : parent;
  return { pid, isGone: () => process.ppid !== parent || !isRunning(pid) };
}

/** Its settings are also those of whatever a script of another project starts. */
function isOurs(packageJson) {
  try {
    return realpathSync(packageJson) === realpathSync(path.join(root, 'package.json'));
  } catch {
    return false;
  }
}

function aboutProcess(pid) {
  return fromLinux(pid) ?? fromPs(pid);
}

/** `1234 (name) S 1233 …`, where the name may have brackets too. */
function fromLinux(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+) /s.exec(stat) ?? [];
    return parent === undefined ? null : { name, state, parent: Number(parent) };
  } catch {
    return null;
  }
}

function fromPs(pid) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5_000 };
    const [, parent, name] =
      /^\s*(\d+)\s+(.*?)\s*$/.exec(execFileSync('ps', ['-o', 'ppid=', '-o', 'comm=', '-p', `${pid}`], options)) ?? [];
    return name === undefined ? null : { name, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** Whether a process goes on. One that has ended keeps its number until its parent asks how (the state Z). */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
  return fromLinux(pid)?.state !== 'Z';
}
