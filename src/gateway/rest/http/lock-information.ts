import { isRecord } from '../../../platform/is-record.js';
import { problem } from '../../../platform/problems.js';
import type { ClientLockInput, LockFieldsFragment } from './generated/operations.js';

/** What terraform and tofu say about a lock, with the names that it has in their documents. */
export interface LockInformation {
  readonly ID: string;
  readonly Operation: string;
  readonly Info: string;
  readonly Who: string;
  readonly Version: string;
  readonly Created: string;
  readonly Path: string;
}

const names = ['ID', 'Operation', 'Info', 'Who', 'Version', 'Created', 'Path'] as const;

/** @throws MALFORMED_BODY without lock information, INVALID_INPUT naming a member that is no text, MISSING_INPUT without an id */
export function sentInformation(body: unknown): ClientLockInput {
  if (!isRecord(body)) throw problem('MALFORMED_BODY', 'The body must be lock information, a JSON object with an ID');
  for (const name of names) {
    const value = body[name] ?? '';
    if (typeof value !== 'string') throw problem('INVALID_INPUT', `${name} must be text`, [name]);
  }
  const text = (name: (typeof names)[number]): string => {
    const value = body[name];
    return typeof value === 'string' ? value : '';
  };
  if (text('ID') === '') throw problem('MISSING_INPUT', 'ID is required', ['ID']);
  return {
    lockId: text('ID'),
    operation: text('Operation'),
    info: text('Info'),
    who: text('Who'),
    version: text('Version'),
    created: text('Created'),
    path: text('Path'),
  };
}

/** The id of the lock to release; `null` if the client does not say which. @throws MALFORMED_BODY, INVALID_INPUT */
export function releasedId(body: unknown, query: string | undefined): string | null {
  // Some versions of `force-unlock` send nothing.
  if (body !== undefined && !isRecord(body)) throw problem('MALFORMED_BODY', 'The body must be lock information');
  const id = body?.['ID'] ?? '';
  if (typeof id !== 'string') throw problem('INVALID_INPUT', 'ID must be text', ['ID']);
  return id === '' ? (query ?? null) : id;
}

/** As Go reads a time: anything else, and clients could read nothing of the document. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const isTime = (text: string): boolean => time.test(text) && !Number.isNaN(Date.parse(text));

/** A lock as clients of this dialect know locks: also one that another client took, which has the id of its holder. */
export function shownInformation(lock: LockFieldsFragment): LockInformation {
  const { client, holderKind, holderId, holderName, reason, lockedAt } = lock;
  const holder = `${holderKind.charAt(0)}${holderKind.slice(1).toLowerCase()} ${holderName}`;
  if (!client) {
    const said = { Operation: '', Info: reason ?? '', Version: '', Path: '' };
    return { ID: holderId, ...said, Who: holder, Created: lockedAt };
  }
  return {
    ID: client.lockId,
    Operation: client.operation,
    Info: client.info,
    Who: client.who || holder,
    Version: client.version,
    Created: isTime(client.created) ? client.created : lockedAt,
    Path: client.path,
  };
}
