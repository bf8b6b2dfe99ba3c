/** What the servers acknowledged, and what does not agree with it. */
export class Ledger {
  acknowledged = 0;
  /** Changes whose answer never came, or was that the server could not: both outcomes are right, and a read says which it is. */
  unknown = 0;
  /** Of those, how many turned out to have happened. */
  unknownDone = 0;
  readonly violations: string[] = [];
  /** Answers from 500 on, and how often each came. */
  readonly failures = new Map<string, number>();
  readonly operations = new Map<string, number>();
  /** Records that the audit log has to have: `action target` → how many. */
  readonly audits = new Map<string, number>();
  readonly strikes = new Map<string, number>();

  /** @param say is told of what is wrong at once: a run may end before its report */
  constructor(private readonly say: (text: string) => void = () => undefined) {}

  violation(text: string): void {
    this.violations.push(text);
    this.say(`WRONG ${text}`);
  }

  /** A change that is known to have happened, by its answer or by a read. */
  happened(operation: string, audit: readonly [action: string, target: string] | null): void {
    count(this.operations, operation);
    if (audit) count(this.audits, audit.join(' '));
  }

  failed(what: string): void {
    count(this.failures, what);
  }

  struck(fault: string): void {
    count(this.strikes, fault);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
