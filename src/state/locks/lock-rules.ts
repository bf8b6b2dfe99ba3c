import type { ProblemError } from '../../platform/problems.js';
import { problem, problems } from '../../platform/problems.js';
import type { ClientLock } from './client-lock.js';

export const lockHolderKinds = ['User', 'Team', 'Run'] as const;
export type LockHolderKind = (typeof lockHolderKinds)[number];

export function isLockHolderKind(value: unknown): value is LockHolderKind {
  return lockHolderKinds.some((kind) => kind === value);
}

/** The holder of a lock. A lock that was taken with a team's token belongs to the team: any of its tokens may use and release it. */
export interface LockHolder {
  readonly kind: LockHolderKind;
  readonly id: string;
  readonly name: string;
}

/** A lock as GraphQL shows it: `Lock`. */
export interface ShownLock {
  readonly holderKind: LockHolder['kind'];
  readonly holderId: string;
  readonly holderName: string;
  readonly reason: string | null;
  readonly lockedAt: Date;
  readonly client: ClientLock | null;
}

/** The facts for the rules. */
export interface LockState {
  readonly holder: LockHolder | null;
  /** The content of the newest state version has not arrived, and no lock under which it was created was broken since. */
  readonly latestPending: boolean;
}

/** The changes of a lock. */
export type LockChange =
  | { readonly do: 'lock'; readonly by: LockHolder }
  | { readonly do: 'unlock'; readonly by: LockHolder }
  | { readonly do: 'force-unlock' };

/** The commands that depend on the lock. A writer of state may hold any of the locks with these names. */
export type LockCommand = LockChange | { readonly do: 'write'; readonly under: readonly string[] };

/** Why the lock refuses a command. */
export type LockRefusal =
  | 'ALREADY_LOCKED'
  | 'NOT_LOCKED'
  | 'UNLOCK_HELD_BY_OTHER'
  | 'LATEST_VERSION_PENDING'
  | 'LOCK_REQUIRED'
  | 'LOCK_HELD_BY_OTHER'
  | 'LOCK_ID_MISMATCH';

interface LockRule {
  readonly on: LockCommand['do'];
  /** The command is refused if this is true. */
  readonly when: (state: LockState, command: LockCommand) => boolean;
  readonly refuse: LockRefusal;
}

/**
 * docs/http-surface.md, "State service". The first matching rule decides. A held lock cannot be taken again, not even by its holder: two runs with the same
 * token must not count as one.
 */
const rules: readonly LockRule[] = [
  { on: 'lock', when: isLocked, refuse: 'ALREADY_LOCKED' },
  { on: 'unlock', when: isUnlocked, refuse: 'NOT_LOCKED' },
  { on: 'unlock', when: isHeldByAnother, refuse: 'UNLOCK_HELD_BY_OTHER' },
  { on: 'unlock', when: isLatestPending, refuse: 'LATEST_VERSION_PENDING' },
  { on: 'force-unlock', when: isUnlocked, refuse: 'NOT_LOCKED' },
  { on: 'write', when: isUnlocked, refuse: 'LOCK_REQUIRED' },
  { on: 'write', when: isHeldByAnother, refuse: 'LOCK_HELD_BY_OTHER' },
];

/** @returns why the command is refused, or `null` if it is allowed */
export function lockRefusal(state: LockState, command: LockCommand): LockRefusal | null {
  return rules.find((rule) => rule.on === command.do && rule.when(state, command))?.refuse ?? null;
}

/** A refusal with a text that names the holder, and with the lock. */
export function lockProblem(refused: LockRefusal, holder: LockHolder | null, lock: ShownLock | null): ProblemError {
  const message = holder ? problems[refused].replace('<who>', () => holderText(holder)) : undefined;
  return problem(refused, message, undefined, { facts: { lock } });
}

/** The holder of the lock after the command. */
export function holderAfter(command: LockChange): LockHolder | null {
  return command.do === 'lock' ? command.by : null;
}

export function isSameHolder(one: LockHolder, other: LockHolder): boolean {
  return lockName(one) === lockName(other);
}

/** Identifies a lock by its holder. */
export function lockName({ kind, id }: Pick<LockHolder, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** The holder's name in messages: clients look for `is locked by User`, `Team` or `Run`. */
export function holderText(holder: LockHolder): string {
  return `${holder.kind} ${holder.name}`.trim();
}

function isLocked(state: LockState): boolean {
  return state.holder !== null;
}

function isUnlocked(state: LockState): boolean {
  return state.holder === null;
}

function isHeldByAnother(state: LockState, command: LockCommand): boolean {
  if (state.holder === null) return false;
  if (command.do === 'write') return !command.under.includes(lockName(state.holder));
  return 'by' in command && !isSameHolder(state.holder, command.by);
}

function isLatestPending(state: LockState): boolean {
  return state.latestPending;
}
