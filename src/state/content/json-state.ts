import { ScanBeside } from './beside.js';
import { contentProblem } from './problem.js';
import type { ContentProblem } from './problem.js';
import { DocumentNode } from './header.js';
import { Capture, SKIP } from './node.js';
import type { Node, Step } from './node.js';

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
 * Checks in parallel with another reader of the same bytes that they are the engine's JSON form of a state (`terraform show -json`): one valid JSON object with
 * a format version.
 */
export class JsonStateReader extends ScanBeside {
  readonly #node: FormatVersionNode;

  constructor() {
    const node = new FormatVersionNode();
    super(new DocumentNode(node));
    this.#node = node;
  }

  /** @returns the problems of the whole; empty if there are none */
  end(): readonly ContentProblem[] {
    const problems = this.finish();
    return problems.length > 0 || this.#node.found
      ? problems
      : [contentProblem('MALFORMED', 'format_version is missing')];
  }
}
