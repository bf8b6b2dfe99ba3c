import type { SealPurpose } from '../platform/seal/sealed-places.js';
import type { Check } from './doctor.js';

/** The owner of a token: exactly one of the three kinds. */
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

/** Tokens for the operator, who has permissions above every organization. An owner that does not exist is an OperatorError. */
export interface TokenAdministration {
  /** Only this result contains the secret. */
  create(request: TokenRequest): Promise<{ readonly id: string; readonly token: string }>;
  list(): Promise<readonly TokenRow[]>;
  /** `false` if there is no such token. */
  revoke(id: string): Promise<boolean>;
}

/** What an operator decides about organizations. One that does not exist is an OperatorError. */
export interface OrganizationAdministration {
  /** The name of its plan. */
  plan(organization: string): Promise<string>;
  /** @throws ProblemError for a name of no plan */
  setPlan(organization: string, plan: string): Promise<void>;
}

export interface MigrationAdministration {
  /** Names, in order. @throws OperatorError if the database belongs to a newer program */
  status(): Promise<{
    readonly applied: readonly { readonly name: string; readonly at: Date }[];
    readonly pending: readonly string[];
  }>;
  /** The applied migrations. @throws OperatorError */
  apply(): Promise<readonly string[]>;
}

/** The operator's decisions about database and object store. */
export interface ObjectAdministration {
  /** Makes the configured store the database's own. @returns the store, and the installations that it belonged to */
  adopt(): Promise<{ readonly store: string; readonly before: readonly string[] }>;
  /** Allows the sweep to remove objects that no row refers to now, when their days have passed. @returns how many objects */
  release(): Promise<number>;
}

/** The seal for the operator: see composition/seal-rotation.ts. */
export interface SealAdministration {
  /** Reads everything that is sealed. */
  status(): Promise<SealStatus>;
  /** A master key that only the token of the settings opens: a new one, or the one in use. @throws OperatorError */
  wrap(which: 'new' | 'current'): Promise<string>;
  /** @param report called with the progress of each purpose @throws OperatorError */
  rotate(report: (purpose: SealPurpose, done: number, total: number) => void): Promise<RotationOutcome>;
}

/** What is sealed, and with which keys. */
export interface SealStatus {
  /** Ids, the current one first. */
  readonly configured: readonly string[];
  /** Ids of the keys that a start requires. */
  readonly needed: readonly string[];
  readonly servers: readonly {
    readonly name: string;
    /** Ids; the server seals with the first one. */
    readonly keyIds: readonly string[];
    readonly heardAt: Date;
  }[];
  /** How many values of each purpose a key seals, by its id. */
  readonly counts: readonly { readonly purpose: SealPurpose; readonly byKey: ReadonlyMap<string, number> }[];
}

export interface RotationOutcome {
  /** How many were sealed again. */
  readonly wrapped: number;
  /** Ids of earlier keys that can be removed now. */
  readonly retired: readonly string[];
  /** Why others cannot: lines for the operator. */
  readonly kept: readonly string[];
}

/** An audit record, by its position in the chain. */
export interface AuditPlace {
  readonly position: bigint;
  readonly hash: string;
}

/** The result of checking exported audit lines. */
export interface ExportReport {
  readonly records: number;
  /** Lines that were repeated after a crash, and incomplete lines. */
  readonly repeated: number;
  readonly cut: number;
  readonly first: bigint | null;
  readonly last: AuditPlace | null;
  /** What is wrong with the first line that does not follow; `null` for an intact chain. */
  readonly fault: string | null;
}

/** Checks of exported audit records. */
export interface AuditAdministration {
  verify(lines: AsyncIterable<string>): Promise<ExportReport>;
  /** The position up to which the database knows records as delivered: lines that are read later contain them. */
  exported(): Promise<bigint>;
  /** How the database differs from the last record of the lines, or what the lines lack; `null` if nothing is wrong. */
  compare(last: AuditPlace, exported: bigint): Promise<string | null>;
}

/** What all commands except `serve` use; opened for one command. */
export interface Tools {
  readonly tokens: TokenAdministration;
  readonly organizations: OrganizationAdministration;
  readonly migrations: MigrationAdministration;
  readonly objects: ObjectAdministration;
  readonly seal: SealAdministration;
  readonly audit: AuditAdministration;
  /** The checks of `doctor` that need more than files. @param deep reads every object to its end and every part of a CRL, and is called with the progress */
  checks(deep: ((line: string) => void) | null): readonly Check[];
  close(): Promise<void>;
}
