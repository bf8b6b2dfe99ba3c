import { isRecord } from '../../platform/is-record.js';
import { problem } from '../../platform/problems.js';
import { requireFitting } from '../text-rules.js';

/** What a client says about a lock that it takes: the lock information of terraform's `http` backend. */
export interface ClientLock {
  /** The client's own id of the lock. */
  readonly lockId: string;
  readonly operation: string;
  readonly info: string;
  readonly who: string;
  readonly version: string;
  readonly created: string;
  readonly path: string;
}

const names = [
  'lockId',
  'operation',
  'info',
  'who',
  'version',
  'created',
  'path',
] as const satisfies (keyof ClientLock)[];

/** @throws INVALID_INPUT naming the field */
export function checkedClientLock(given: ClientLock): ClientLock {
  if (given.lockId === '') throw problem('INVALID_INPUT', 'lockId must not be empty', ['client', 'lockId']);
  for (const name of names) if (given[name] !== '') requireFitting('lockReason', given[name], 'client', name);
  return madeOf((name) => given[name]);
}

/** What a workspace's column holds. */
export function clientLockIn(column: string | null): ClientLock | null {
  if (column === null) return null;
  const stored: unknown = JSON.parse(column);
  if (!isRecord(stored)) return null;
  return madeOf((name) => {
    const value = stored[name];
    return typeof value === 'string' ? value : '';
  });
}

function madeOf(value: (name: (typeof names)[number]) => string): ClientLock {
  return {
    lockId: value('lockId'),
    operation: value('operation'),
    info: value('info'),
    who: value('who'),
    version: value('version'),
    created: value('created'),
    path: value('path'),
  };
}

/** Whether an id is the one of this lock. One that no client named has the id of its holder. */
export function namesLock(
  id: string | null,
  { client, holderId }: { readonly client: ClientLock | null; readonly holderId: string },
): boolean {
  return id === (client?.lockId ?? holderId);
}
