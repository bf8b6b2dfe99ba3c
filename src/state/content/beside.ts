import { UnreadableContent } from './problem.js';
import type { ContentProblem } from './problem.js';
import { JsonScanner } from './scanner.js';
import type { Node } from './node.js';

/**
 * A scan alongside another reader of the same bytes: give it each chunk as it passes. It never throws for the content's sake; after the
 * first thing wrong it costs nothing more.
 */
export class ScanBeside {
  readonly #scanner: JsonScanner;
  #problems: readonly ContentProblem[] = [];

  constructor(root: Node) {
    this.#scanner = new JsonScanner(root);
  }

  /** What is known to be wrong already, so that an upload need not be read to its end. */
  get problems(): readonly ContentProblem[] {
    return this.#problems;
  }

  write(chunk: Uint8Array): void {
    this.#guard(() => {
      this.#scanner.write(chunk);
    });
  }

  /** @returns what is wrong with the whole as JSON; empty when nothing is */
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
