// One at a time prepares this folder: two that install, or build, at once would leave half of each.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { at, root, seconds } from './steps.mjs';

const tellsEveryMs = 5_000;
const looksEveryMs = 200;

/**
 * Waits until nobody else prepares this folder, and says so. The system lets go of a turn when its process ends, however that ends.
 * @returns what ends the turn, the first time that it is called
 */
export async function turn() {
  const began = Date.now();
  let told = -Infinity;
  for (;;) {
    const end = await taken();
    if (end !== null) return end;
    if (Date.now() - told >= tellsEveryMs) {
      told = Date.now();
      console.log(`    another process prepares this folder: waiting for it, ${seconds(began)}`);
    }
    await setTimeout(looksEveryMs);
  }
}

/** Whoever may not write here, or cannot on this file system: nothing can be prepared then, or two may meet as before there were turns. */
const cannot = ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** @returns what lets go, `null` where another process has it */
async function taken() {
  try {
    return await (['linux', 'win32'].includes(process.platform) ? listening(name()) : opened());
  } catch (error) {
    if (cannot.includes(error.code)) return () => undefined;
    throw error;
  }
}

/** On Linux it is a name without a file, on Windows that of a pipe. Those of Linux are seen in one network namespace, so not between containers. */
function name() {
  const own = `trustate-${createHash('sha256').update(root).update(secret()).digest('hex')}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${own}` : `\0${own}`;
}

const secretFile = '.cache/turn-secret';

/** Known to whoever may write here: other users of the machine cannot take a name that they have not seen, and have everybody wait. */
function secret() {
  for (;;) {
    try {
      return readFileSync(at(secretFile));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
      makeSecret();
    }
  }
}

/** Whole at once, and not where another process was first. */
function makeSecret() {
  const own = at(`${secretFile}-${randomBytes(8).toString('hex')}`);
  makeCache();
  // Whoever may write into the folder may read it.
  const mode = 0o600 | ((statSync(at('.cache')).mode & 0o022) << 1);
  writeFileSync(own, randomBytes(32), { mode });
  try {
    linkSync(own, at(secretFile));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}

/** Not recursively: a folder that somebody removed meanwhile stays removed. */
function makeCache() {
  try {
    mkdirSync(at('.cache'));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function listening(path) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(path, () => resolve(() => server.close()));
    server.unref();
  });
}

/** macOS and the BSDs lock a file as they open it; Node has no name for that. */
const O_EXLOCK = 0x20;

function opened() {
  makeCache();
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK;
    const file = openSync(at('.cache/turn'), flags, 0o600);
    let open = true;
    return () => {
      if (open) closeSync(file);
      open = false;
    };
  } catch (error) {
    if (error.code === 'EAGAIN') return null;
    throw error;
  }
}
