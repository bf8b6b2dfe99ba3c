import type { EndableContext } from '../../context.js';
import { isAbsence, ProblemError } from '../../../platform/problems.js';
import type { ProblemCode } from '../../../platform/problems.js';
import { made } from '../found.js';
import type { Operation } from '../operation.js';
import { readOperations } from '../operation-documents.js';
import { runner } from '../run.js';
import type { RestDeps } from '../run.js';
import type { StatePlace } from './contents.js';
import {
  CreateHttpWorkspace,
  DeleteHttpState,
  ForceUnlockHttpState,
  LockHttpState,
  ReadHttpLock,
  UnlockHttpState,
} from './generated/operations.js';
import type { ClientLockInput, LockFieldsFragment } from './generated/operations.js';

/** An operation that is ready to run, and what is read of its answer. */
type Step<Variables extends object, Result> = (context: EndableContext, variables: Variables) => Promise<Result>;

interface Reader<Result> {
  // A method, because the data of an operation is more specific; `prepared` makes sure that they match.
  read(data: object): Result;
}

/** What the paths do besides reading and writing bytes: each of them is one or several operations of `graphql/rest/http`. */
export class HttpSteps {
  readonly #lock: Step<{ input: { workspace: { named: StatePlace }; client: ClientLockInput } }, LockFieldsFragment>;
  readonly #heldLock;
  readonly #unlock;
  readonly #forceUnlock;
  readonly #create;
  readonly #delete;

  constructor(deps: RestDeps) {
    const operations = (deps.operations ?? readOperations)('http');
    const prepared = <Data extends object, Variables extends object, Result>(
      { name }: Operation<Data, Variables>,
      read: (data: NoInfer<Data>) => Result,
    ): Step<Variables, Result> => {
      const run = runner(name, operations, deps);
      const reader: Reader<Result> = { read };
      return async (context, variables) => reader.read(await run(context, variables));
    };
    this.#lock = prepared(LockHttpState, ({ payload }) => made(made(payload.workspace).lock));
    this.#heldLock = prepared(ReadHttpLock, ({ workspace }) => workspace?.lock ?? null);
    this.#unlock = prepared(UnlockHttpState, () => undefined);
    this.#forceUnlock = prepared(ForceUnlockHttpState, () => undefined);
    this.#create = prepared(CreateHttpWorkspace, () => undefined);
    this.#delete = prepared(DeleteHttpState, () => undefined);
  }

  /** Takes the lock, and makes the workspace if there is none. A client that repeats its request has the lock that it took. */
  async lock(context: EndableContext, place: StatePlace, client: ClientLockInput): Promise<LockFieldsFragment> {
    try {
      const input = { workspace: { named: place }, client };
      return await this.made(context, place, () => this.#lock(context, { input }));
    } catch (error) {
      if (codeOf(error) !== 'ALREADY_LOCKED') throw error;
      const held = await this.heldLock(context, place);
      if (held?.client?.lockId === client.lockId && isHolder(context, held)) return held;
      throw error;
    }
  }

  /** `null` if it is not locked, or not for this caller to see. */
  async heldLock(context: EndableContext, { organization, name }: StatePlace): Promise<LockFieldsFragment | null> {
    try {
      return await this.#heldLock(context, { organization, name });
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  /**
   * Releases the lock, if it has this id. `force-unlock` of terraform sends what every release sends, or nothing: the lock of somebody else is released for those
   * who may break locks.
   */
  async unlock(context: EndableContext, place: StatePlace, lockId: string | null): Promise<void> {
    const input = { workspace: { named: place }, lockId };
    try {
      await this.#unlock(context, { input });
    } catch (error) {
      if (codeOf(error) !== 'UNLOCK_HELD_BY_OTHER') throw error;
      try {
        await this.#forceUnlock(context, { input });
      } catch (forced) {
        throw isAbsence(forced) ? error : forced;
      }
    }
  }

  /** Deletes the workspace, unless it is locked or its state manages something. */
  async delete(context: EndableContext, place: StatePlace): Promise<void> {
    await this.#delete(context, { input: { workspace: { named: place } } });
  }

  /** Does something with a workspace, which is made if there is none. @throws NOT_FOUND for a caller who may not make it, or not do this to it */
  async made<Result>(context: EndableContext, { organization, name }: StatePlace, work: () => Promise<Result>) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== 'NOT_FOUND') throw error;
    }
    try {
      await this.#create(context, { input: { organization, name } });
    } catch (error) {
      // Somebody else made it at the same time, or it was there for others.
      if (codeOf(error) !== 'NAME_TAKEN') throw error;
    }
    return work();
  }
}

const codeOf = (error: unknown): ProblemCode | null => (error instanceof ProblemError ? error.code : null);

function isHolder({ caller }: EndableContext, { holderKind, holderId }: LockFieldsFragment): boolean {
  if (!caller) return false;
  return caller.kind === 'team' ? holderKind === 'TEAM' && holderId === caller.teamId : holderId === caller.userId;
}
