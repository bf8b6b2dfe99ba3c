import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRunning, startingNpm } from '../../scripts/starting-npm.mjs';
import { serverRoot } from '../e2e/harness/server.js';
import { eventually } from '../eventually.js';
import { MadeProject } from './made-project.js';

/*
 * `npm start`: what it does in which order, and what it leaves where it is ended in the middle.
 */
let project: MadeProject;
beforeEach(() => {
  project = new MadeProject();
});
afterEach(() => project.remove());

type Started = ReturnType<MadeProject['start']>;
const built = 'The playground is built';
const page = () => project.read('dist/playground/index.html');

const until = (started: Started, text: string) =>
  vi.waitFor(() => expect(started.output()).toContain(text), eventually);
const untilNoted = (note: RegExp) =>
  vi.waitFor(() => {
    const found = project.notes().find((each) => note.test(each));
    if (found === undefined) throw new Error(`not noted: ${String(note)}, but ${project.notes().join(', ')}`);
    return found;
  }, eventually);
async function stop(started: Started): Promise<void> {
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
}

test('a first start serves as soon as it can, and builds the playground beside the server, at low priority', async () => {
  const first = project.start({ NODE_ENV: 'production' }, '--log-level', 'warn');
  await until(first, built);
  expect(page()).toBe('of one');
  expect(project.takeNotes()).toEqual([
    'npm ci --workspaces=false',
    'rolldown server',
    'server ready serve --log-level warn',
    'npm ci --workspace=playground',
    'vite playground at low priority',
  ]);
  await vi.waitFor(() => expect(project.abandoned()).toEqual([]), eventually);
  await stop(first);
  expect(project.takeNotes()).toEqual(['server ends']);

  const second = project.start();
  await untilNoted(/^server ready/);
  await stop(second);
  expect(project.takeNotes()).toEqual(['server ready serve', 'server ends']);
  expect(second.output()).not.toContain('playground');
});

test.each(['shell stays', 'no shell'] as const)(
  'where npm is ended by what it cannot pass on, the server ends, and none begins: %s',
  async (shell) => {
    const served = project.startBelow(shell);
    await untilNoted(/^server ready/);
    served.child.kill('SIGKILL');
    await untilNoted(/^server ends/);
    // It ends when all that it has started has.
    await served.ended;

    project.takeNotes();
    project.write('src/main.ts', 'changed');
    const building = project.startBelow(shell, { HANG: 'build' });
    await untilNoted(/^rolldown/);
    building.child.kill('SIGKILL');
    project.write('go', '');
    await building.ended;
    expect(project.takeNotes().filter((each) => each.startsWith('server'))).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')('a process that has ended is gone, also if nobody has asked how', async () => {
  // The shell becomes a program that does not know of the child that it has.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (said: Buffer) => {
        resolve(Number(said.toString()));
      });
    });
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/ Z /), eventually);
    expect([isRunning(pid), isRunning(process.pid)]).toEqual([false, true]);
  } finally {
    parent.kill('SIGKILL');
  }
});

test('what a script of another project starts, or no script, is left alone', () => {
  const npm_package_json = path.join(serverRoot, 'package.json');
  expect(startingNpm({ npm_lifecycle_event: 'start', npm_package_json })?.isGone()).toBe(false);
  expect(
    startingNpm({ npm_lifecycle_event: 'start', npm_package_json: path.join(project.folder, 'package.json') }),
  ).toBeNull();
  expect(startingNpm({ npm_lifecycle_event: 'start' })).toBeNull();
  expect(startingNpm({ npm_lifecycle_event: 'test', npm_package_json })).toBeNull();
  expect(startingNpm({})).toBeNull();
});

test('a page that was built before stays until another one replaces it whole', async () => {
  project.write('dist/playground/index.html', 'of an older project');
  const hanging = project.start({ HANG: 'npm' });
  await untilNoted(/^hangs/);
  expect(page()).toBe('of an older project');
  await stop(hanging);
  expect(page()).toBe('of an older project');
  const next = project.start();
  await until(next, built);
  expect(page()).toBe('of one');
  await stop(next);
  // A source that has changed.
  project.write('playground/main.tsx', 'two');
  const changed = project.start();
  await until(changed, built);
  expect(page()).toBe('of two');
  await stop(changed);
});

test('where the playground cannot be built the server goes on, it is said why, and the next start tries again', async () => {
  const offline = project.start({ FAIL: 'npm' });
  await until(offline, 'tries again');
  expect(offline.output()).toContain('npm error code ENOTCACHED: no graphiql');
  expect(offline.output()).toContain(
    'npm start: the playground could not be built, the server has none: npm ci failed with status 1. The next npm start tries again.\n',
  );
  expect(project.takeNotes()).not.toContain('server ends');
  expect(offline.child.exitCode).toBeNull();
  await vi.waitFor(() => expect(project.abandoned()).toEqual([]), eventually);
  await stop(offline);
  const next = project.start();
  await until(next, built);
  expect(page()).toBe('of one');
  await stop(next);
});

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  '%s in the middle ends the step too, and the next start mends what is half there',
  async (signal) => {
    const begun = project.start({ HANG: 'npm' });
    const npm = Number((await untilNoted(/^hangs/)).split(' ')[1]);
    const [left = ''] = project.abandoned();
    const builder = Number(left.split('-')[1]);
    begun.child.kill(signal);
    await begun.ended;
    await vi.waitFor(() => expect([npm, builder].filter(isRunning)).toEqual([]), eventually);
    expect(begun.output()).not.toContain('could not be built');
    expect(page()).toBe('');
    // Nobody waits for that.
    await vi.waitFor(() => expect(project.abandoned()).toEqual([]), eventually);
    const next = project.start();
    await until(next, built);
    expect(page()).toBe('of one');
    await vi.waitFor(() => expect(project.abandoned()).toEqual([]), eventually);
    await stop(next);
  },
);

test('what a build left that was killed is removed by the next one', async () => {
  const begun = project.start({ HANG: 'npm' });
  const npm = Number((await untilNoted(/^hangs/)).split(' ')[1]);
  const [left = ''] = project.abandoned();
  process.kill(Number(left.split('-')[1]), 'SIGKILL');
  await until(begun, 'the playground could not be built: it was ended by SIGKILL.');
  process.kill(npm, 'SIGKILL');
  await stop(begun);
  expect(project.abandoned()).toEqual([left]);
  const next = project.start();
  await until(next, built);
  await vi.waitFor(() => expect(project.abandoned()).toEqual([]), eventually);
  await stop(next);
});

test('two at once make one whole page', async () => {
  const starts = [project.start({ HANG: 'page' }), project.start({ HANG: 'page' })];
  const hanging = () => project.notes().filter((note) => note.startsWith('hangs'));
  await vi.waitFor(() => expect(hanging()).toHaveLength(2), eventually);
  project.write('go', '');
  for (const each of starts) await until(each, built);
  expect(page()).toBe('of one');
  await vi.waitFor(() => expect(project.abandoned()).toEqual([]), eventually);
  for (const each of starts) await stop(each);
});

test('of two first starts at once one installs and builds, and the other waits for it and says so', async () => {
  const first = project.start({ HANG: 'packages' });
  await untilNoted(/^hangs/);
  const second = project.start();
  await until(second, 'another process prepares this folder: waiting for it');
  project.write('go', '');
  await Promise.race([first, second].map((each) => until(each, built)));
  const notes = project.takeNotes();
  expect(notes.filter((note) => ['npm ci --workspaces=false', 'rolldown server'].includes(note))).toHaveLength(2);
  expect(second.output()).toMatch(/install packages \.+ up to date\n(.*\n)*.*build \.+ up to date/);
  for (const each of [first, second]) await stop(each);
});

test('whoever waits for a start that is killed goes on itself', async () => {
  const first = project.start({ HANG: 'packages' });
  const npm = Number((await untilNoted(/^hangs/)).split(' ')[1]);
  const second = project.start();
  await until(second, 'waiting for it');
  first.child.kill('SIGKILL');
  await until(second, built);
  process.kill(npm, 'SIGKILL');
  expect(page()).toBe('of one');
  await stop(second);
});

test('where one step fails, others wait until the steps beside it end too', async () => {
  const first = project.start({ HANG: 'build', FAIL: 'native' });
  await until(first, 'does not load: no binary');
  const second = project.start();
  await vi.waitFor(() => expect(second.output()).toMatch(/waiting for it|install packages/), eventually);
  expect(second.output()).toContain('waiting for it');
  project.write('go', '');
  expect(await first.ended).toBe(1);
  await until(second, built);
  await stop(second);
});

test('what is prepared already also starts for somebody who may write nothing here', async () => {
  const first = project.start();
  await until(first, built);
  await vi.waitFor(() => expect(project.abandoned()).toEqual([]), eventually);
  await stop(first);
  project.keepFromWriting();
  const reader = project.start({}, '--help');
  expect(await reader.ended, reader.output()).toBe(0);
});

test('what does not serve builds no playground', async () => {
  const help = project.start({}, '--help');
  expect(await help.ended).toBe(0);
  expect(project.takeNotes()).toEqual(['npm ci --workspaces=false', 'rolldown server', 'server ends']);
});
