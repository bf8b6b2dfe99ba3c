import type { Check } from './doctor.js';

/** Whose token: exactly one of the three kinds. */
export type TokenOwner =
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'team'; readonly organization: string; readonly name: string }
  | { readonly kind: 'organization'; readonly name: string };

export interface TokenRequest {
  readonly owner: TokenOwner;
  readonly description: string | null;
  readonly expiresAt: Date | null;
}

export interface TokenRow {
  readonly id: string;
  /** `user root`, `team default/owners`, `organization default` */
  readonly owner: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Tokens for the operator, who stands above every organization. Owners that do not exist are an OperatorError. */
export interface TokenDesk {
  /** The secret is in this answer and nowhere else. */
  create(request: TokenRequest): Promise<{ readonly id: string; readonly token: string }>;
  list(): Promise<readonly TokenRow[]>;
  /** `false` when there is no such token. */
  revoke(id: string): Promise<boolean>;
}

export interface MigrationDesk {
  /** Names, in order. @throws OperatorError when the database is of a newer program */
  status(): Promise<{
    readonly applied: readonly { readonly name: string; readonly at: Date }[];
    readonly pending: readonly string[];
  }>;
  /** What was applied. @throws OperatorError */
  apply(): Promise<readonly string[]>;
}

/** What the operator says about database and object store together. */
export interface ObjectDesk {
  /** Makes the configured store the database's own. @returns the store, and the installations that it belonged to */
  adopt(): Promise<{ readonly store: string; readonly before: readonly string[] }>;
  /** Lets the sweep remove what no row names now, when its days have passed. @returns how many objects */
  release(): Promise<number>;
}

/** What the commands beside `serve` work with; opened for one command. */
export interface Tools {
  readonly tokens: TokenDesk;
  readonly migrations: MigrationDesk;
  readonly objects: ObjectDesk;
  /** What the doctor looks at beyond files. */
  readonly checks: readonly Check[];
  close(): Promise<void>;
}
