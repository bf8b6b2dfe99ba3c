import { OutageError, outageOf } from '../outage.js';
import type { Outage } from '../outage.js';
import type { ObjectId } from './object-id.js';

/** The store reported a failure, or did not answer. */
export class ObjectStoreFailed extends OutageError {
  override readonly name = 'ObjectStoreFailed';
  readonly outage: Outage;

  constructor(what: string, cause?: unknown) {
    super(`the object store ${what}`, { cause });
    this.outage = outageOf(cause) ?? 'away';
  }
}

/** Something else answers in the place of the store. */
export class NotTheStore extends ObjectStoreFailed {}

/** No object is stored under this id. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(readonly id: ObjectId) {
    super(`Object ${id} is not in the store`);
  }
}

/** The stored bytes are not what was written: truncated, changed, reordered, or from another object. */
export class ObjectCorrupt extends OutageError {
  override readonly name = 'ObjectCorrupt';
  override readonly outage = 'content damaged';

  constructor(
    readonly id: ObjectId,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`Object ${id} is corrupt: ${detail}`, options);
  }
}

/** The content exceeds the limit that the caller set, in bytes. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge';

  constructor(
    readonly id: ObjectId,
    readonly limit: number,
  ) {
    super(`Object ${id} is larger than ${limit} bytes`);
  }
}

/** The requested range begins after the object's end or before its start, or is empty. */
export class ObjectRangeInvalid extends Error {
  override readonly name = 'ObjectRangeInvalid';

  constructor(
    readonly id: ObjectId,
    /** The object's size in bytes. */
    readonly size: number,
  ) {
    super(`The range is not within the ${size} bytes of object ${id}`);
  }
}
