import { inTurns } from '../../platform/turns.js';

/**
 * Numbers: two have the same one if each is above the other, directly or through others (strongly connected components, by Tarjan's algorithm).
 * @param above those directly above each
 */
export async function componentsOf(
  above: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, number>> {
  const components = new Map<string, number>();
  for await (const [id, component] of inTurns(numbered(above))) components.set(id, component);
  return components;
}

interface Step {
  readonly id: string;
  readonly at: number;
  /** The earliest that can be reached from it. */
  earliest: number;
  readonly rest: Iterator<string>;
}

/** Without recursion: thousands above each other would overflow the stack. One that is entered has its own number until more is known. */
function* numbered(above: ReadonlyMap<string, readonly string[]>): Generator<readonly [id: string, component: number]> {
  const entered = new Map<string, number>();
  const closed = new Set<string>();
  const open: string[] = [];
  const enter = (id: string): Step => {
    const at = entered.size;
    entered.set(id, at);
    open.push(id);
    return { id, at, earliest: at, rest: (above.get(id) ?? []).values() };
  };
  for (const start of above.keys()) {
    if (entered.has(start)) continue;
    const first = enter(start);
    const way = [first];
    yield [first.id, first.at];
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const next = step.rest.next();
      if (next.done !== true) {
        const at = entered.get(next.value);
        if (at === undefined) {
          const parent = enter(next.value);
          way.push(parent);
          yield [parent.id, parent.at];
        } else if (!closed.has(next.value)) step.earliest = Math.min(step.earliest, at);
        continue;
      }
      way.pop();
      const before = way.at(-1);
      if (before) before.earliest = Math.min(before.earliest, step.earliest);
      if (step.earliest < step.at) continue;
      for (const id of open.splice(open.lastIndexOf(step.id))) {
        closed.add(id);
        yield [id, step.at];
      }
    }
  }
}
