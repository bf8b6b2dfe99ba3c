import type { SealPurpose } from '../platform/seal/sealed-places.js';
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
export interface TokenAdministration {
  /** The secret is in this answer and nowhere else. */
  create(request: TokenRequest): Promise<{ readonly id: string; readonly token: string }>;
  list(): Promise<readonly TokenRow[]>;
  /** `false` when there is no such token. */
  revoke(id: string): Promise<boolean>;
}

export interface MigrationAdministration {
  /** Names, in order. @throws OperatorError when the database is of a newer program */
  status(): Promise<{
    readonly applied: readonly { readonly name: string; readonly at: Date }[];
    readonly pending: readonly string[];
  }>;
  /** What was applied. @throws OperatorError */
  apply(): Promise<readonly string[]>;
}

/** What the operator says about database and object store together. */
export interface ObjectAdministration {
  /** Makes the configured store the database's own. @returns the store, and the installations that it belonged to */
  adopt(): Promise<{ readonly store: string; readonly before: readonly string[] }>;
  /** Lets the sweep remove what no row names now, when its days have passed. @returns how many objects */
  release(): Promise<number>;
}

/** The seal for the operator: see composition/seal-rotation.ts. */
export interface SealAdministration {
  /** Reads all that is sealed. */
  status(): Promise<SealStatus>;
  /** @param report hears of each purpose how far it is @throws OperatorError */
  rotate(report: (purpose: SealPurpose, done: number, total: number) => void): Promise<RotationOutcome>;
}

/** What is sealed, and with which keys. */
export interface SealStatus {
  /** Ids, the current one first. */
  readonly configured: readonly string[];
  /** Ids of the keys that a start needs. */
  readonly needed: readonly string[];
  readonly servers: readonly {
    readonly name: string;
    /** Ids, the one that it seals with first. */
    readonly keyIds: readonly string[];
    readonly heardAt: Date;
  }[];
  /** How many of each purpose are sealed with a key, by its id. */
  readonly counts: readonly { readonly purpose: SealPurpose; readonly byKey: ReadonlyMap<string, number> }[];
}

export interface RotationOutcome {
  /** How many were wrapped again. */
  readonly wrapped: number;
  /** Ids of earlier keys that may go now. */
  readonly retired: readonly string[];
  /** Why others may not: lines for the operator. */
  readonly kept: readonly string[];
}

/** A record of the audit, by its place in the chain. */
export interface AuditPlace {
  readonly position: bigint;
  readonly hash: string;
}

/** What is said of lines of the audit that were exported. */
export interface ExportReport {
  readonly records: number;
  /** Lines that came again after a crash, and what is left of those that were cut. */
  readonly repeated: number;
  readonly cut: number;
  readonly first: bigint | null;
  readonly last: AuditPlace | null;
  /** What is wrong with the first line that does not follow; `null` for a whole chain. */
  readonly fault: string | null;
}

/** Exported records of the audit, checked. */
export interface AuditAdministration {
  verify(lines: AsyncIterable<string>): Promise<ExportReport>;
  /** Up to which place the database knows records to be delivered: lines that are read later have them. */
  exported(): Promise<bigint>;
  /** What the database has instead of the last record of lines that were read, or what they lack; `null` where there is nothing to say. */
  compare(last: AuditPlace, exported: bigint): Promise<string | null>;
}

/** What the commands other than `serve` work with; opened for one command. */
export interface Tools {
  readonly tokens: TokenAdministration;
  readonly migrations: MigrationAdministration;
  readonly objects: ObjectAdministration;
  readonly seal: SealAdministration;
  readonly audit: AuditAdministration;
  /** What the doctor looks at beyond files. @param deep reads every object to its end, and hears how far that is */
  checks(deep: ((line: string) => void) | null): readonly Check[];
  close(): Promise<void>;
}
