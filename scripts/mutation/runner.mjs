// A test runner for Stryker that loads a domain's tests once and asks them about one mutant after the other. Its runner for vitest starts a worker and loads all again for
// each, seconds where the tests themselves take milliseconds; it still makes the first run, which says what test comes by which mutant.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { BroadcastChannel } from 'node:worker_threads';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { createVitest } from 'vitest/node';

/** Runs through a place that take no time to speak of. Stryker waits for a hundred times as many as without a change: of a loop over a megabyte that is a minute. */
const fewRuns = 10_000_000;

/** In the copy of the project that the mutants are in. */
const passing = 'passing-tests.json';

class LoadedTests {
  /** The tests that are loaded. */
  #session;
  #passing;

  constructor(plain) {
    this.plain = plain;
  }

  capabilities = () => this.plain.capabilities();

  /** Loads at once: the time of a mutant is its own. */
  async init() {
    await this.plain.init();
    await this.#begin();
  }

  /** Keeps which tests come by which mutant: of those that are there while modules load too, Stryker does not say it again. */
  async dryRun(options) {
    const result = await this.plain.dryRun(options);
    const perTest = Object.entries(result.mutantCoverage?.perTest ?? {});
    writeFileSync(passing, JSON.stringify(perTest.map(([test, hits]) => [test, Object.keys(hits)])));
    return result;
  }

  /** Names of the tests that come by a mutant. */
  #testsAt(mutant) {
    this.#passing ??= JSON.parse(readFileSync(passing, 'utf8')).map(([test, mutants]) => [test, new Set(mutants)]);
    return this.#passing.filter(([, mutants]) => mutants.has(mutant)).map(([test]) => test);
  }

  /** What runs in tests too is tried in those, whether or not it runs while modules load: to load all again takes a hundred times as long. */
  mutantRun({ testFilter, mutantActivation, ...run }) {
    const tests = mutantActivation === 'static' ? this.#testsAt(run.activeMutant.id) : [];
    return this.#tried(
      tests.length > 0
        ? { ...run, testFilter: tests, mutantActivation: 'runtime' }
        : { ...run, testFilter, mutantActivation },
    );
  }

  async #tried({ activeMutant, testFilter, hitLimit, mutantActivation, ...options }) {
    const tests = mutantActivation === 'static' ? undefined : testFilter;
    const asked = { mutant: activeMutant.id, tests, hitLimit: Math.min(hitLimit, Math.max(fewRuns, hitLimit / 25)) };
    const began = performance.now();
    // What a mutant leaves behind (something remembered) can make tests of the next fail: that one is asked again, of tests loaded anew.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await this.#session.ask(asked);
      if (process.env.MUTATION_LOG)
        appendFileSync(
          process.env.MUTATION_LOG,
          `${Math.round(performance.now() - began)} ${activeMutant.fileName}:${activeMutant.location.start.line} ${mutantActivation} ${JSON.stringify(answer)}\n`,
        );
      // Tests that cannot be loaded a second time are for the runner that begins anew each time.
      if (answer.status === 'error') break;
      if (answer.status !== 'spoiled') return answer;
      await this.#end();
      await this.#begin();
    }
    return this.plain.mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, ...options });
  }

  async dispose() {
    await this.#end();
    await this.plain.dispose();
  }

  #begin() {
    this.#session = new Session();
    return this.#session.ready;
  }

  async #end() {
    await this.#session?.end();
    this.#session = undefined;
  }
}

const here = (name) => path.resolve('scripts/mutation', name);

/** A vitest that never gets beyond loading: session.mjs, in its worker, runs tests when it is asked to. */
class Session {
  #channel = new BroadcastChannel(`mutants-${process.pid}`);
  ready;
  #over;

  constructor() {
    this.#over = this.#load();
    const early = this.#over.then(() => Promise.reject(new Error('the tests could not be loaded')));
    this.ready = Promise.race([this.#next(), early]);
    early.catch(() => undefined);
  }

  async #load() {
    const options = {
      config: 'vitest.mutation.config.ts',
      runner: here('session.mjs'),
      pool: 'threads',
      maxWorkers: 1,
      watch: false,
      reporters: [],
      onConsoleLog: () => false,
    };
    const alias = [
      { find: /^vitest$/, replacement: here('vitest.mjs') },
      { find: /^\.\/remembered\.js$/, replacement: here('forgotten.mjs') },
    ];
    const vitest = await createVitest('test', options, { resolve: { alias } });
    const files = await vitest.getRelevantTestSpecifications();
    vitest.provide('files', files.length);
    await vitest.collect();
    await vitest.close();
  }

  #next() {
    return new Promise((resolve) => {
      this.#channel.onmessage = ({ data }) => resolve(data);
    });
  }

  async ask(asked) {
    const answer = this.#next();
    this.#channel.postMessage(asked);
    return answer;
  }

  async end() {
    await this.ready;
    this.#channel.postMessage('end');
    await this.#over;
    this.#channel.close();
  }
}

const [{ factory: plainFactory }] = vitestPlugins;
const create = (injector) => new LoadedTests(injector.injectFunction(plainFactory));
create.inject = ['$injector'];

/** Calls whose last argument says what a parameter is for. */
const describing = new Set(['addresses', 'flag', 'integer', 'duration', 'text', 'time', 'list', 'policies']);

/** Texts that are shown in documentation alone: no rule hangs on their words. */
const descriptions = {
  shouldIgnore({ node, parent, key }) {
    if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
    const property = parent.type === 'ObjectProperty' && key === 'value' && parent.key.name === 'description';
    const last =
      parent.type === 'CallExpression' && describing.has(parent.callee.name) && parent.arguments.at(-1) === node;
    return (property || last) && parent.arguments?.length !== 1 ? 'a description' : undefined;
  },
};

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'loaded', factory: create },
  { kind: 'Ignore', name: 'descriptions', value: descriptions },
];
