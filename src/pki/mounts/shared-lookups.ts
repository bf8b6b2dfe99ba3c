import { mountOf, mountPathsOf } from './mount-path.js';

/** Paths in one read, unless a single question has more. */
const pathsAtOnce = 500;

interface Question {
  readonly path: string;
  readonly possible: readonly string[];
  readonly answer: (mount: string | null) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Finds the mount of a path for any number of callers. One read runs at a time, for as many waiting callers as its limit allows, and it looks up the few paths
 * that each of them may mean. New callers wait for the next read.
 */
export class SharedLookups {
  readonly #waiting = new Set<Question>();
  #reading = false;

  /** @param read returns which of these paths are mounts */
  constructor(private readonly read: (paths: readonly string[]) => Promise<ReadonlySet<string>>) {}

  /** The mount's path; `null` for none. @throws what the read throws */
  of(path: string): Promise<string | null> {
    return new Promise((answer, fail) => {
      this.#waiting.add({ path, possible: mountPathsOf(path), answer, fail });
      if (!this.#reading) void this.#answerAll();
    });
  }

  async #answerAll(): Promise<void> {
    this.#reading = true;
    // Callers of the same turn get the same read.
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

  /** The callers that have waited longest. */
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
