import type { Client, Outcome } from './client.js';
import type { Fleet } from './fleet.js';
import type { Ledger } from './ledger.js';
import type { Random } from './random.js';

type Done = Extract<Outcome, { kind: 'done' }>;
/** What the audit log has to say of a change. */
export type Audit = readonly [action: string, target: string];

/** A change that is about to be asked for. */
export interface Plan<F> {
  readonly name: string;
  send(): Promise<Outcome>;
  /** The facts when it is done, if they are known before the answer. */
  readonly after?: F;
  /** The facts by what the answer says; `after` unless given. */
  told?(done: Done): F;
  /** Nobody will know whether it happened. */
  lost?(): void;
  audit?(facts: F): Audit | null;
}

export interface Surroundings {
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly client: Client;
  /** A name that nobody else has. */
  readonly name: string;
}

/**
 * Changes things that are nobody else's, one after the other, and knows what they have to look like. After a change whose answer did not come, it looks:
 * what it sees has to be as before or as after, and is what holds from then on.
 */
export abstract class Worker<F> {
  protected abstract facts: F;

  constructor(protected readonly around: Surroundings) {}

  /** What can be done now. At least one thing can. */
  protected abstract plan(): Plan<F>;
  /** What a client sees now, in the form of the facts. */
  protected abstract observe(): Promise<F>;
  /** After the load: looks at everything there ever was. */
  abstract check(): Promise<void>;

  async run(going: () => boolean): Promise<void> {
    while (going()) {
      try {
        await this.#step(this.plan());
      } catch (error) {
        this.violation(`stopped: ${String(error)}`);
        return;
      }
    }
  }

  protected violation(text: string): void {
    this.around.ledger.violation(`${new Date().toISOString()} ${this.around.name}: ${text}`);
  }

  /** Looks, and says where it is not as it has to be. */
  protected async compare(when: string): Promise<void> {
    const seen = await this.observe();
    if (same(seen, this.facts)) return;
    this.violation(`${when}: acknowledged ${JSON.stringify(this.facts)}, found ${JSON.stringify(seen)}`);
    this.facts = seen;
  }

  async #step(plan: Plan<F>): Promise<void> {
    const { ledger, random } = this.around;
    const outcome = await plan.send();
    switch (outcome.kind) {
      case 'done':
        ledger.acknowledged += 1;
        this.#happened(plan, plan.told?.(outcome) ?? plan.after ?? this.facts);
        if (random.chance(0.1)) await this.compare(`right after ${plan.name}`);
        return;
      case 'refused':
        this.violation(`${plan.name} was refused: ${outcome.said}, with ${JSON.stringify(this.facts)}`);
        await this.compare(`after ${plan.name} was refused`);
        return;
      case 'unknown':
        await this.#resolve(plan, outcome.said);
    }
  }

  async #resolve(plan: Plan<F>, said: string): Promise<void> {
    const { ledger, fleet } = this.around;
    ledger.unknown += 1;
    if (plan.after === undefined) plan.lost?.();
    await fleet.calm();
    const seen = await this.observe();
    if (plan.after !== undefined && same(seen, plan.after)) {
      ledger.unknownDone += 1;
      this.#happened(plan, plan.after);
      return;
    }
    if (same(seen, this.facts)) return;
    const either = JSON.stringify([this.facts, plan.after]);
    this.violation(`after ${plan.name} (${said}): either of ${either}, found ${JSON.stringify(seen)}`);
    this.facts = seen;
  }

  #happened(plan: Plan<F>, facts: F): void {
    this.facts = facts;
    this.around.ledger.happened(plan.name, plan.audit?.(facts) ?? null);
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
