import type { Database } from '../../../platform/database/database.js';

/** Whose parts they are: of CRLs that replace one another. */
export interface PartsPlace {
  readonly issuerId: string;
  /** As `CrlPart` has it. */
  readonly scope: number;
}

/** What CRLs are read from and written to. */
export type CrlDatabase = Pick<Database, 'provider' | 'readSql' | 'readAnew' | 'writeSql'> & {
  readonly background: Pick<Database, 'writeSql'>;
};

/** In the place of a shard's number: the CRLs of all certificates of an issuer in its mount. */
export const ownScope = -2;
