import { mountOf, mountPathsOf } from './mount-path.js';

/** Paths of one reading, unless those of a single question are more. */
const pathsAtOnce = 500;

interface Question {
  readonly path: string;
  readonly possible: readonly string[];
  readonly answer: (mount: string | null) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Which mount a path belongs to, for any number who ask: one reading is under way, for as many of them as are waiting and its bound admits, and it
 * looks up the few paths that each of them can mean. Who asks meanwhile waits for the next one.
 */
export class SharedLookups {
  readonly #waiting = new Set<Question>();
  #reading = false;

  /** @param read which of these paths are those of mounts */
  constructor(private readonly read: (paths: readonly string[]) => Promise<ReadonlySet<string>>) {}

  /** The mount's path; `null` for none. @throws what the reading throws */
  of(path: string): Promise<string | null> {
    return new Promise((answer, fail) => {
      this.#waiting.add({ path, possible: mountPathsOf(path), answer, fail });
      if (!this.#reading) void this.#answerAll();
    });
  }

  async #answerAll(): Promise<void> {
    this.#reading = true;
    // Who asks in the same turn is answered by the same reading.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const { questions, paths } = this.#next();
      try {
        const there = await this.read([...paths]);
        for (const { path, answer } of questions) answer(mountOf(path, there));
      } catch (error) {
        for (const { fail } of questions) fail(error);
      }
    }
    this.#reading = false;
  }

  /** Those that have waited longest. */
  #next(): { readonly questions: readonly Question[]; readonly paths: ReadonlySet<string> } {
    const questions: Question[] = [];
    const paths = new Set<string>();
    for (const question of this.#waiting) {
      if (questions.length > 0 && paths.size + question.possible.length > pathsAtOnce) break;
      this.#waiting.delete(question);
      questions.push(question);
      for (const path of question.possible) paths.add(path);
    }
    return { questions, paths };
  }
}
