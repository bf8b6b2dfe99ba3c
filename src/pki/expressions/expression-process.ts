import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { problem } from '../../platform/problems.js';
import { processEntry } from '../../platform/thread-entry.js';
import { WaitingLine } from '../../platform/waiting-line.js';
import { programFaults, programLimits } from './program.js';
import type { Program, ProgramFault, ProgramInput, ProgramResult } from './program.js';
import { longestPath } from './selection.js';
import type { Selection } from './selection.js';
import type { FromExpressionProcess, ToExpressionProcess } from './process-messages.js';

/** The process did not start, or ended for a reason that no program has. */
class ExpressionProcessFailed extends Error {
  override readonly name = 'ExpressionProcessFailed';
}

/** How many may wait for their turn: of one account, and of all. */
interface Bounds {
  readonly ofAccount: number;
  readonly ofAll: number;
}

const usual: Bounds = { ofAccount: 16, ofAll: 256 };
const startMilliseconds = 30_000;
const idleMilliseconds = 60_000;
/** The process ends a program by itself; where it cannot, it is ended. */
const answerTimeoutMs = 2 * programLimits.milliseconds;

/** Signals by which a process ends itself, as V8 does without memory. By any other one somebody else ended it. */
const ownSignals: ReadonlySet<string> = new Set(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** How a conversation with the process ended. */
type Heard = FromExpressionProcess | { readonly kind: 'died'; readonly why: string; readonly byOthers: boolean };

/**
 * Runs programs in a process of their own, one after the other; accounts take turns. A program that takes too long or too much memory ends with that process, and
 * only it fails: CEL has no endless loops, but nested macros over lists multiply. A thread is not enough: one text that does not fit into its memory ends its
 * process.
 */
export class ExpressionProcess {
  readonly #line = new WaitingLine<void>();
  #child: ChildProcess | undefined;
  #busy = false;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly bounds: Bounds = usual) {}

  /**
   * Every mistake that can be seen before a request.
   * @throws LIMIT_EXCEEDED, UNAVAILABLE, ExpressionProcessFailed
   */
  async faultsOf(program: Program, account: string): Promise<readonly ProgramFault[]> {
    const faults = programFaults(program);
    if (faults.length > 0) return faults;
    const heard = await this.#ask({ kind: 'check', program }, account);
    if (heard.kind === 'checked') return heard.faults;
    return [{ field: 'expression', message: exceeded(heard) }];
  }

  /** @throws as `faultsOf` */
  async run(program: Program, input: ProgramInput, account: string): Promise<ProgramResult> {
    const heard = await this.#ask({ kind: 'run', program, input }, account);
    if (heard.kind === 'ran') return heard.result;
    return { kind: 'failed', fault: { field: 'expression', message: exceeded(heard) } };
  }

  /** What a path in JMESPath selects of a value. @throws as `faultsOf` */
  async select(path: string, value: unknown, account: string): Promise<Selection> {
    if (path.length > longestPath) return { fault: `it has more than ${longestPath} characters` };
    const heard = await this.#ask({ kind: 'select', path, value }, account);
    return heard.kind === 'selected' ? heard.selection : { fault: exceeded(heard) };
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  async #ask(message: ToExpressionProcess, account: string): Promise<Heard> {
    const { ofAccount, ofAll } = this.bounds;
    const later = { retryAfter: 1 };
    if (this.#line.lengthOf(account) >= ofAccount) {
      const said = `${ofAccount} requests of this account wait for programs of roles already`;
      throw problem('LIMIT_EXCEEDED', said, undefined, later);
    }
    if (this.#line.length >= ofAll)
      throw problem('UNAVAILABLE', `${ofAll} requests wait for programs of roles already`, undefined, later);
    const turn = new Promise<void>((resolve, reject) => {
      this.#line.join({ account, resolve, reject });
    });
    this.#next();
    await turn;
    try {
      return await this.#converse(message);
    } finally {
      this.#busy = false;
      this.#next();
    }
  }

  /** Asked again after waiting: it may have been closed meanwhile. */
  #isClosed(): boolean {
    return this.#closed;
  }

  #next(): void {
    if (this.#busy) return;
    const place = this.#line.next();
    if (place === undefined) return;
    this.#busy = true;
    place.resolve();
  }

  async #converse(message: ToExpressionProcess): Promise<Heard> {
    if (this.#closed) throw problem('UNAVAILABLE', 'The service is stopping');
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#start());
    child.ref();
    child.channel?.ref();
    const answer = heardFrom(child, answerTimeoutMs);
    try {
      child.send(message);
    } catch (error) {
      // What cannot be sent leaves nobody who waits for its answer.
      this.#end();
      throw error;
    }
    const heard = await answer;
    if (this.#isClosed()) throw problem('UNAVAILABLE', 'The service is stopping');
    // What was interrupted is not trusted with the next program.
    if (heard.kind === 'late' || heard.kind === 'died') this.#end();
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => {
      this.#end();
    }, idleMilliseconds).unref();
    return heard;
  }

  async #start(): Promise<ChildProcess> {
    const { memoryMb } = programLimits;
    const flags = [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=8'];
    const child = spawn(process.execPath, [...flags, ...processEntry('pki/expressions/expression.child')], {
      // Neither the environment of this process, which may contain the master key, nor its output.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    const heard = await heardFrom(child, startMilliseconds);
    if (heard.kind !== 'ready') {
      child.kill('SIGKILL');
      throw new ExpressionProcessFailed(heard.kind === 'died' ? heard.why : 'the process did not start');
    }
    this.#child = child;
    return child;
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

/** @throws UNAVAILABLE if the program has no part in it */
function exceeded(heard: Heard): string {
  const { kind } = heard;
  if (kind === 'late') return `the expressions take longer than ${programLimits.milliseconds} ms`;
  // Without an answer it ended for lack of memory; nothing else that a program does ends it.
  if (kind === 'died' && !heard.byOthers)
    return `the expressions need more than ${programLimits.memoryMb} MB of memory`;
  if (kind === 'died')
    throw problem('UNAVAILABLE', 'The program of the role was interrupted', undefined, { retryAfter: 1 });
  throw new ExpressionProcessFailed(`the process answered ${kind}`);
}

function heardFrom(child: ChildProcess, milliseconds: number): Promise<Heard> {
  return new Promise((resolve) => {
    const settle = (heard: Heard) => {
      clearTimeout(watch);
      child.off('message', said).off('error', failed).off('exit', ended);
      resolve(heard);
    };
    // Only src/pki/expressions/expression.child.ts sends, and says this type.
    const said = (message: FromExpressionProcess) => {
      settle(message);
    };
    const failed = (error: Error) => {
      settle({ kind: 'died', why: error.message, byOthers: true });
    };
    const ended = (status: number | null, signal: string | null) => {
      const why = `the process of expressions ended with ${signal ?? status ?? 'nothing'}`;
      settle({ kind: 'died', why, byOthers: signal !== null && !ownSignals.has(signal) });
    };
    const watch = setTimeout(() => {
      settle({ kind: 'late' });
    }, milliseconds);
    child.on('message', said).on('error', failed).on('exit', ended);
  });
}
