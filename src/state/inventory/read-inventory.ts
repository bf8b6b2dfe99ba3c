import { contentProblem, UnreadableContent } from '../content/problem.js';
import { SKIP } from '../content/node.js';
import { JsonScanner } from '../content/scanner.js';
import type { Kind, Node, Step } from '../content/node.js';
import type { Content } from '../content/scan.js';
import { DocumentNode, HeaderFields } from '../content/header.js';
import type { StateHeaderResult } from '../content/header.js';
import { defaultInventoryLimits } from './inventory.js';
import type { Inventory, InventoryLimits, InventoryResult, InventorySink } from './inventory.js';
import { OutputsNode } from './outputs.js';
import { ModulesNode } from './resources-legacy.js';
import { ResourcesNode } from './resources-v4.js';
import { Tally } from './tally.js';

/**
 * The top level of a state. Format 4 has `resources` and `outputs`, earlier formats have `modules`. Which of them counts is only known when `version` was read,
 * which may be last.
 */
class StateNode implements Node {
  readonly header = new HeaderFields();
  readonly tally: Tally;
  readonly legacyTally: Tally;
  readonly #outputs: OutputsNode;
  readonly #resources: ResourcesNode;
  readonly #modules: ModulesNode;
  readonly #sections = new Map<string, 'object' | 'array'>([
    ['outputs', 'object'],
    ['resources', 'array'],
    ['modules', 'array'],
  ]);
  readonly #seen = new Set<string>();

  constructor(sink: InventorySink, limits: InventoryLimits) {
    this.tally = new Tally(sink);
    this.legacyTally = new Tally(sink);
    this.#resources = new ResourcesNode(this.tally);
    this.#outputs = new OutputsNode(limits);
    this.#modules = new ModulesNode(this.legacyTally, limits);
  }

  value(name: string, kind: Kind): Step {
    const expected = this.#sections.get(name);
    if (expected === undefined) return this.header.step(name) ?? SKIP;
    const again = this.#seen.has(name);
    this.#seen.add(name);
    // Null leaves the present value unchanged, as in Go.
    if (kind === 'literal') return SKIP;
    if (kind !== expected) throw new UnreadableContent(contentProblem('MALFORMED', `${name} is not an ${expected}`));
    return this.#section(name, again);
  }

  text(name: string, text: string | undefined): void {
    this.header.set(name, text);
  }

  inventory(version: number, engineVersion: string | null): Inventory {
    const legacy = version < 4;
    const tally = legacy ? this.legacyTally : this.tally;
    const { modules, providers, resourceCount, instanceCount, managedCount, billableRumCount } = tally;
    const { outputs } = legacy ? this.#modules : this.#outputs;
    return {
      stateFormat: version,
      engineVersion,
      modules,
      providers,
      outputs,
      resourceCount,
      instanceCount,
      managedCount,
      billableRumCount,
    };
  }

  #section(name: string, again: boolean): Step {
    if (name === 'outputs') return this.#outputs.restart();
    if (name === 'resources') {
      if (again) this.tally.restart();
      return this.#resources.restart();
    }
    if (again) this.legacyTally.restart();
    return this.#modules.restart();
  }
}

/** {@link readInventory} for content that is pushed: write chunks, then end. */
export class InventoryRun {
  readonly #node: StateNode;
  readonly #scanner: JsonScanner;
  /** The header, after the content was read to its end. */
  header: StateHeaderResult | null = null;

  constructor(
    private readonly sink: InventorySink,
    limits: InventoryLimits = defaultInventoryLimits,
  ) {
    this.#node = new StateNode(sink, limits);
    this.#scanner = new JsonScanner(new DocumentNode(this.#node));
  }

  /** @throws UnreadableContent */
  async write(chunk: Uint8Array): Promise<void> {
    this.#scanner.write(chunk);
    await this.#handOn(false);
  }

  /** @throws UnreadableContent */
  async end(): Promise<InventoryResult> {
    this.#scanner.end();
    await this.#handOn(true);
    const result = this.#node.header.result();
    this.header = result;
    if (!result.isState) return { readable: false, problems: result.problems };
    const { header, unread } = result;
    if (unread.length > 0 || header.version === null) return { readable: false, problems: unread };
    return { readable: true, inventory: this.#node.inventory(header.version, header.engineVersion) };
  }

  async #handOn(last: boolean): Promise<void> {
    await this.#node.tally.handOn(this.sink, last);
    await this.#node.legacyTally.handOn(this.sink, last);
  }
}

/**
 * Reads a state of format 1 to 4 once, with nearly constant memory. If the content is not a state, or cannot be read, the result says why.
 *
 * @throws only what the content's own stream or the sink throws
 */
export async function readInventory(
  content: Content,
  sink: InventorySink = {},
  limits: InventoryLimits = defaultInventoryLimits,
): Promise<InventoryResult> {
  const run = new InventoryRun(sink, limits);
  try {
    for await (const chunk of content) await run.write(chunk);
    return await run.end();
  } catch (error) {
    if (error instanceof UnreadableContent) return { readable: false, problems: error.problems };
    throw error;
  }
}
