// In vitest's worker: once all files are loaded, runs the tests that runner.mjs asks for with one mutant active, and says whether one of them noticed.
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { BroadcastChannel } from 'node:worker_threads';
import { collectTests } from '@vitest/runner';
import fc from 'fast-check';
import { inject, TestRunner, vi } from 'vitest';
import { afterwards } from './vitest.mjs';

/** Whether a mutant lives must not hang on what is drawn; one counterexample is as good as another, and what thousands of examples find, `npm test` finds. */
fc.configureGlobal({ seed: 1, endOnFailure: true, interruptAfterTimeLimit: 100 });

/** What Stryker's instrumented code reads. */
const mutants = (globalThis.__stryker__ ??= {});

/** Tests that are not asked: they take longer than they find. */
const aside = process.env.MUTATION_ASIDE ? new RegExp(process.env.MUTATION_ASIDE) : null;

/** Milliseconds: what took longer three times, or six times as long once (openssl, keys of RSA), is not asked again, and what it alone would notice counts as unnoticed. */
const longest = 500;

/** Stryker's name of a test → the least milliseconds that it took: the quick ones are asked first. */
const took = new Map();
/** Stryker's name of a test → how often it was asked. */
const asked = new Map();
const isSlow = (name) => took.get(name) > ((asked.get(name) ?? 0) < 3 ? 6 * longest : longest);

const testsIn = (suite) => suite.tasks.flatMap((task) => (task.type === 'test' ? [task] : testsIn(task)));
const suitesIn = (suite) => [suite, ...suite.tasks.filter(({ type }) => type === 'suite').flatMap(suitesIn)];
const titleOf = (task) => (task ? `${titleOf(task.suite)} ${task.name}`.trim() : '');
const nameOf = (test) => `${path.relative(process.cwd(), test.file.filepath)}#${titleOf(test)}`;
const suitesOf = (task) => (task.suite ? [...suitesOf(task.suite), task.suite] : [task.file]);

async function each(hooks, ...given) {
  for (const hook of hooks) await hook(...given);
}

const prepare = async (file) => {
  for (const suite of suitesIn(file)) await each(TestRunner.getSuiteHooks(suite).beforeAll, suite);
};

/** Of a test that waits for what a mutant keeps from coming. */
const neverEnding = () =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('it does not end')), 5_000).unref());

async function passes(test) {
  const began = performance.now();
  const hooks = suitesOf(test).map((suite) => TestRunner.getSuiteHooks(suite));
  try {
    await each(
      hooks.flatMap(({ beforeEach }) => beforeEach),
      test.context,
      test.suite,
    );
    await Promise.race([TestRunner.getTestFn(test)(), neverEnding()]);
    return true;
  } catch {
    return false;
  } finally {
    await each(
      hooks.toReversed().flatMap(({ afterEach }) => afterEach),
      test.context,
      test.suite,
    );
    await each(afterwards.splice(0).toReversed(), test.context);
    const name = nameOf(test);
    took.set(name, Math.min(took.get(name) ?? Infinity, performance.now() - began));
    asked.set(name, (asked.get(name) ?? 0) + 1);
  }
}

/** As it was loaded, without any mutant. Rows of a table may share a name. */
const loaded = new Map();

function keep(file) {
  for (const test of testsIn(file)) loaded.set(nameOf(test), [...(loaded.get(nameOf(test)) ?? []), test]);
}

/** The first of the tests that fails with the mutant active; `null` when none does. */
async function firstFailing(tests, mutant) {
  const able = tests.filter((test) => {
    const name = nameOf(test);
    return test.mode === 'run' && !aside?.test(name) && !isSlow(name);
  });
  able.sort((one, other) => (took.get(nameOf(one)) ?? 0) - (took.get(nameOf(other)) ?? 0));
  for (const test of able) {
    mutants.activeMutant = mutant;
    const passed = await passes(test);
    mutants.activeMutant = undefined;
    if (!passed || mutants.hitCount > mutants.hitLimit) return test;
  }
  return null;
}

/** Names of tests that fail when they are loaded again though nothing is changed: what they hang on was loaded once. Found out at the first such mutant. */
let unsound;

async function findUnsound(runner, files) {
  vi.resetModules();
  const found = new Set();
  for (const filepath of files) {
    const [file] = await collectTests([{ filepath, testLocations: undefined }], runner);
    if (file.result?.state === 'fail') throw new Error(`${filepath} does not load again`);
    await prepare(file);
    for (const test of testsIn(file)) if (test.mode === 'run' && !(await passes(test))) found.add(nameOf(test));
  }
  return found;
}

/** File → how many mutants its tests noticed while modules loaded, and the milliseconds that asking took. */
const worth = new Map();
/** Those that notice much in little time are asked first. */
const worthOf = (filepath) => {
  const { noticed, took: spent } = worth.get(filepath) ?? { noticed: 0, took: 0 };
  return (noticed + 1) / (spent + 1);
};

/** Of a mutant that is there only while modules load: loads them again, file by file. */
async function firstFailingAnew(runner, files, mutant) {
  mutants.activeMutant = mutant;
  vi.resetModules();
  for (const filepath of files.toSorted((one, other) => worthOf(other) - worthOf(one))) {
    const began = performance.now();
    const failing = await firstFailingOf(runner, filepath, mutant);
    const before = worth.get(filepath) ?? { noticed: 0, took: 0 };
    worth.set(filepath, {
      noticed: before.noticed + (failing ? 1 : 0),
      took: before.took + performance.now() - began,
    });
    if (failing) return failing;
  }
  return null;
}

async function firstFailingOf(runner, filepath, mutant) {
  mutants.activeMutant = mutant;
  const [file] = await collectTests([{ filepath, testLocations: undefined }], runner);
  if (file.result?.state === 'fail') return { name: `${filepath} does not load`, loaded: false };
  try {
    await prepare(file);
  } catch {
    return { name: `${filepath} is not made ready`, loaded: false };
  }
  const sound = testsIn(file).filter((test) => !unsound.has(nameOf(test)));
  return firstFailing(sound, mutant);
}

async function tried(runner, files, { mutant, tests, hitLimit }) {
  if (!tests) unsound ??= await findUnsound(runner, files);
  Object.assign(mutants, { hitCount: 0, hitLimit });
  const failing = await (
    tests
      ? firstFailing(
          [...new Set(tests)].flatMap((name) => loaded.get(name)),
          mutant,
        )
      : firstFailingAnew(runner, files, mutant)
  ).finally(() => (mutants.activeMutant = undefined));
  if (mutants.hitCount > hitLimit) return { status: 'timeout', reason: 'Hit limit reached' };
  if (!failing) return { status: 'survived', nrOfTests: tests?.length ?? 0 };
  const { name } = failing;
  if (failing.loaded === false) return { status: 'killed', killedBy: [], failureMessage: name, nrOfTests: 1 };
  // What a mutant left behind would make tests fail that it is not in.
  for (const test of loaded.get(nameOf(failing)))
    if (!(await passes(test))) return { status: 'spoiled', by: nameOf(test) };
  return { status: 'killed', killedBy: [nameOf(failing)], failureMessage: name, nrOfTests: 1 };
}

export default class extends TestRunner {
  #files = [];
  #left = inject('files');

  async onCollected(files) {
    if (this.#left === 0) return;
    for (const file of files) {
      await prepare(file);
      keep(file);
      this.#files.push(file.filepath);
    }
    this.#left -= files.length;
    if (this.#left === 0) await this.#serve();
  }

  /** Answers until it is told to end, and so keeps vitest from going on. */
  #serve() {
    const channel = new BroadcastChannel(`mutants-${process.pid}`);
    const wrong = (error) => ({ status: 'error', errorMessage: String(error) });
    return new Promise((resolve) => {
      channel.onmessage = async ({ data }) => {
        if (data !== 'end') return channel.postMessage(await tried(this, this.#files, data).catch(wrong));
        channel.close();
        resolve();
      };
      channel.postMessage('ready');
    });
  }
}
