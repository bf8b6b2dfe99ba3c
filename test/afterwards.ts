const undo: (() => Promise<void> | void)[] = [];

/** Undone after the test, last first (`./undone.ts`). */
export function afterwards(step: () => Promise<void> | void): void {
  undo.push(step);
}

/** What one step throws keeps no other from being done. */
export async function undoAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse())
    try {
      await step();
    } catch (failure) {
      failures.push(failure);
    }
  if (failures.length > 0) throw failures[0];
}
