/** Failures are told by others on their way up, but not more often than this. */
const deepest = 8;

/** Whether something failed because this process may not open one more file. */
export function lacksOpenFiles(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < deepest && cause instanceof Error; depth += 1) {
    if ('code' in cause && cause.code === 'EMFILE') return true;
    cause = cause.cause;
  }
  return false;
}

/** What the operator does about it, in one line. */
export function openFilesText(): string {
  const limit = openFilesLimit();
  const known = limit === null ? '' : ` (${limit})`;
  return `The limit on open files${known} is too low: raise it, such as with "ulimit -n 65536" in the shell or LimitNOFILE=65536 in the unit of systemd.`;
}

/** Files that this process may have open; `null` if the system does not say. */
function openFilesLimit(): string | null {
  const limits = member(process.report.getReport(), 'userLimits');
  const soft = member(member(limits, 'open_files'), 'soft');
  return typeof soft === 'number' || typeof soft === 'string' ? String(soft) : null;
}

/** Of what is no JSON of ours. This file imports nothing: it is there when nothing more can be opened. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
