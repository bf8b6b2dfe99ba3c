import { contentProblem, UnreadableContent } from './problem.js';
import type { ContentProblem } from './problem.js';
import { DocumentNode } from './header.js';
import { Capture, JsonScanner, SKIP } from './scanner.js';
import type { Node, Step } from './scanner.js';

const shortText = new Capture(256);

class FormatVersionNode implements Node {
  found = false;

  value(name: string): Step {
    return name === 'format_version' ? shortText : SKIP;
  }

  text(): void {
    this.found = true;
  }
}

/**
 * Checks, beside something else that reads the same bytes, that they are the engine's JSON form of a state (`terraform show -json`): one
 * well-formed JSON object that names its format version.
 */
export class JsonStateReader {
  readonly #node = new FormatVersionNode();
  readonly #scanner = new JsonScanner(new DocumentNode(this.#node));
  #problems: readonly ContentProblem[] = [];

  /** What is known to be wrong already. */
  get problems(): readonly ContentProblem[] {
    return this.#problems;
  }

  write(chunk: Uint8Array): void {
    this.#guard(() => {
      this.#scanner.write(chunk);
    });
  }

  /** @returns what is wrong with the whole; empty when nothing is */
  end(): readonly ContentProblem[] {
    this.#guard(() => {
      this.#scanner.end();
    });
    if (this.#problems.length === 0 && !this.#node.found) {
      this.#problems = [contentProblem('MALFORMED', 'format_version is missing')];
    }
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
