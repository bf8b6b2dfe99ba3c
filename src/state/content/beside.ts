import { UnreadableContent } from './problem.js';
import type { ContentProblem } from './problem.js';
import { JsonScanner } from './scanner.js';
import type { Node } from './node.js';

/**
 * A scan in parallel with another reader of the same bytes: give it each chunk. It never throws because of the content; after the first problem it costs
 * nothing more.
 */
export class ScanBeside {
  readonly #scanner: JsonScanner;
  #problems: readonly ContentProblem[] = [];

  constructor(root: Node) {
    this.#scanner = new JsonScanner(root);
  }

  /** The known problems, so that an upload need not be read to its end. */
  get problems(): readonly ContentProblem[] {
    return this.#problems;
  }

  write(chunk: Uint8Array): void {
    this.#guard(() => {
      this.#scanner.write(chunk);
    });
  }

  /** @returns the problems of the whole as JSON; empty if there are none */
  finish(): readonly ContentProblem[] {
    this.#guard(() => {
      this.#scanner.end();
    });
    return this.#problems;
  }

  #guard(step: () => void): void {
    if (this.#problems.length > 0) return;
    try {
      step();
    } catch (error) {
      if (!(error instanceof UnreadableContent)) throw error;
      this.#problems = error.problems;
    }
  }
}
