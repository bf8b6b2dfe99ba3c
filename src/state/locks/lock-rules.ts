import type { ProblemError } from '../../platform/problems.js';
import { problem, problems } from '../../platform/problems.js';

export const lockHolderKinds = ['User', 'Team', 'Run'] as const;
export type LockHolderKind = (typeof lockHolderKinds)[number];

export function isLockHolderKind(value: unknown): value is LockHolderKind {
  return lockHolderKinds.some((kind) => kind === value);
}

/** Who holds a lock. A lock taken with a team's token is the team's: any of its tokens may use and release it. */
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
}

/** What the rules look at. */
export interface LockState {
  readonly holder: LockHolder | null;
  /** The content of the newest state version has not arrived, and no lock that it was made under was broken since. */
  readonly latestPending: boolean;
}

/** What changes the lock. */
export type LockChange =
  | { readonly do: 'lock'; readonly by: LockHolder }
  | { readonly do: 'unlock'; readonly by: LockHolder }
  | { readonly do: 'force-unlock' };

/** What the lock decides on. Who writes state may hold any of the locks of these names. */
export type LockCommand = LockChange | { readonly do: 'write'; readonly under: readonly string[] };

/** Why the lock refuses a command. */
export type LockRefusal =
  | 'ALREADY_LOCKED'
  | 'NOT_LOCKED'
  | 'UNLOCK_HELD_BY_OTHER'
  | 'LATEST_VERSION_PENDING'
  | 'LOCK_REQUIRED'
  | 'LOCK_HELD_BY_OTHER';

interface LockRule {
  readonly on: LockCommand['do'];
  /** The command is refused when this holds. */
  readonly when: (state: LockState, command: LockCommand) => boolean;
  readonly refuse: LockRefusal;
}

/**
 * docs/http-surface.md, "State service". The first that applies decides.
 * A held lock cannot be taken again by anybody, not even by its holder: two runs with the same token must not pass for one.
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

/** @returns why the command is refused, or `null` when it may go ahead */
export function lockRefusal(state: LockState, command: LockCommand): LockRefusal | null {
  return rules.find((rule) => rule.on === command.do && rule.when(state, command))?.refuse ?? null;
}

/** A refusal, in words that name the holder, and with the lock that stands in the way. */
export function lockProblem(refused: LockRefusal, holder: LockHolder | null, lock: ShownLock | null): ProblemError {
  const message = holder ? problems[refused].replace('<who>', () => holderText(holder)) : undefined;
  return problem(refused, message, undefined, { facts: { lock } });
}

/** Who holds the lock once the command went ahead. */
export function holderAfter(command: LockChange): LockHolder | null {
  return command.do === 'lock' ? command.by : null;
}

export function isSameHolder(one: LockHolder, other: LockHolder): boolean {
  return lockName(one) === lockName(other);
}

/** Names a lock by its holder, so that it is known again. */
export function lockName({ kind, id }: Pick<LockHolder, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** How a holder is named in messages: clients look for `is locked by User`, `Team` or `Run`. */
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
