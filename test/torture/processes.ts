import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started, and that are still there. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);
}

/** `null` for one that has ended meanwhile, or that nobody has asked for its end yet. */
function parentOf(name: string): number | null {
  try {
    // The name of the program stands in brackets, whatever is in it.
    const [state, parent] = (readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}
