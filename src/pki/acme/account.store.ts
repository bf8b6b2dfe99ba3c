import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { AcmeAccountRow } from '../../platform/database/models.js';
import { isRecord } from '../../platform/is-record.js';
import { keptAccountKey } from './account-key.js';
import type { AccountKey } from './account-key.js';

const accountStatuses = ['valid', 'deactivated', 'revoked'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export interface AcmeAccount {
  readonly id: string;
  readonly mountId: string;
  readonly directory: string;
  readonly key: AccountKey;
  readonly status: AccountStatus;
  readonly contact: readonly string[];
  readonly termsAgreed: boolean;
  readonly eabKeyId: string | null;
  readonly createdAt: Date;
}

const columns = [
  ...(['id', 'mountId', 'directory', 'thumbprint', 'jwk', 'status', 'contact', 'termsAgreed'] as const),
  ...(['eabKeyId', 'createdAt', 'triedUntil'] as const),
];
const insertSql = `INSERT INTO "AcmeAccount" (${columns.map((each) => `"${each}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
  ON CONFLICT ("mountId", "directory", "thumbprint") DO NOTHING`;

/** The rows of `AcmeAccount`. */
export class AccountStore {
  constructor(private readonly deps: { readonly database: Database }) {}

  async find(id: string): Promise<AcmeAccount | null> {
    const row = await this.deps.database.client.acmeAccount.findUnique({ where: { id } });
    return row && accountOf(row);
  }

  async byKey(mountId: string, directory: string, thumbprint: string): Promise<AcmeAccount | null> {
    const row = await this.deps.database.client.acmeAccount.findUnique({
      where: { mountId_directory_thumbprint: { mountId, directory, thumbprint } },
    });
    return row && accountOf(row);
  }

  inserting(account: AcmeAccount): SqlWrite {
    const { key, contact, ...rest } = account;
    const row = {
      ...rest,
      thumbprint: key.thumbprint,
      jwk: JSON.stringify(key.jwk),
      contact: JSON.stringify(contact),
      triedUntil: account.eabKeyId === null ? account.createdAt : null,
    };
    return { sql: insertSql, rows: [columns.map((column) => row[column])], changes: 1 };
  }

  /** Only one that is valid still. @param endedAt null if it is not deactivated */
  changing({ id }: AcmeAccount, contact: readonly string[], endedAt: Date | null): SqlWrite {
    const status: AccountStatus = endedAt ? 'deactivated' : 'valid';
    return {
      sql: `UPDATE "AcmeAccount" SET "contact" = ?, "status" = ?, "endedAt" = ? WHERE "id" = ? AND "status" = 'valid'`,
      rows: [[JSON.stringify(contact), status, endedAt, id]],
      changes: 1,
    };
  }

  /** Only one that has the key still that it had. */
  rekeying({ id, key: before }: AcmeAccount, key: AccountKey): SqlWrite {
    return {
      sql: `UPDATE "AcmeAccount" SET "thumbprint" = ?, "jwk" = ? WHERE "id" = ? AND "thumbprint" = ? AND "status" = 'valid'`,
      rows: [[key.thumbprint, JSON.stringify(key.jwk), id, before.thumbprint]],
      changes: 1,
    };
  }
}

export const accountOf = (row: AcmeAccountRow): AcmeAccount => ({
  id: row.id,
  mountId: row.mountId,
  directory: row.directory,
  createdAt: row.createdAt,
  key: keptAccountKey(row.jwk, row.thumbprint),
  status: keptStatus(row.status),
  contact: keptTexts(row.contact),
  termsAgreed: row.termsAgreed,
  eabKeyId: row.eabKeyId,
});

export const keptStatus = (text: string): AccountStatus =>
  accountStatuses.find((each) => each === text) ?? 'deactivated';

export function keptTexts(text: string): readonly string[] {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : [];
}

/** The JSON object of a column; null for none. */
export function keptObject(text: string | null): Readonly<Record<string, unknown>> | null {
  const parsed: unknown = text === null ? null : JSON.parse(text);
  return isRecord(parsed) ? parsed : null;
}
