import { problem } from '../../platform/problems.js';
import { rootPolicy } from '../policies/policy-name.js';
import { grantedTtl } from './token-lifetime.js';
import type { TokenType } from './service-token.rules.js';
import type { TokenTerms } from './token-lifetime.js';
import type { ShownToken } from './token.store.js';
import type { Said } from '../../platform/wording.js';

/** A token in the form in which Vault's clients see their own. */
export interface OwnToken {
  /** The identifier of its row; empty for a batch token. */
  readonly accessor: string;
  readonly displayName: string;
  readonly policies: readonly string[];
  readonly meta: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Seconds; 0 for a token that does not expire. */
  readonly ttl: number;
  /** Seconds of the original lifetime. */
  readonly creationTtl: number;
  /** Seconds; 0 if only the system's limit applies. */
  readonly explicitMaxTtl: number;
  /** Seconds; null for a token that is not periodic. */
  readonly period: number | null;
  readonly renewable: boolean;
  /** It does not end with another token. */
  readonly orphan: boolean;
  /** Created through auth/token/create. */
  readonly made: boolean;
  readonly type: TokenType;
  /** How many more requests it allows; null for any number. */
  readonly usesLeft: number | null;
  /** The path below `/v1` that created it; null if no path of auth/token did. */
  readonly path: string | null;
  /** The name of the role that it was created under. */
  readonly role: string | null;
  readonly renewedAt: Date | null;
  readonly boundCidrs: readonly string[];
}

export interface MadeToken {
  readonly token: OwnToken;
  readonly text: string;
  readonly warnings: readonly Said[];
}

/** What a renewal changes. @throws INVALID_INPUT for a token that cannot be renewed */
export function renewalOf(row: ShownToken, terms: TokenTerms, increment: number, now: Date) {
  if (row.type === 'batch') throw problem('INVALID_INPUT', 'batch tokens cannot be renewed', ['token']);
  if (!row.renewable) throw problem('INVALID_INPUT', 'lease is not renewable', ['token']);
  const age = (now.getTime() - row.createdAt.getTime()) / 1_000;
  const { ttl, warnings } = grantedTtl(
    { ...terms, creationTtl: lastGranted(row) ?? terms.creationTtl },
    { increment, age },
  );
  return { expiresAt: secondsAfter(now, ttl), warnings };
}

/** What the last renewal gave: as in OpenBao, one that asks for nothing gets it again. */
const lastGranted = ({ expiresAt, renewedAt }: ShownToken): number | null =>
  expiresAt && renewedAt ? Math.round((expiresAt.getTime() - renewedAt.getTime()) / 1_000) : null;

export const secondsAfter = (from: Date, count: number) => new Date(from.getTime() + count * 1_000);

const number = (column: bigint | null) => (column === null ? null : Number(column));
const column = (value: number | null) => (value === null ? null : BigInt(value));

export const termsIn = ({ creationTtl, period, explicitMaxTtl }: ShownToken): TokenTerms => ({
  creationTtl: number(creationTtl),
  period: number(period),
  explicitMaxTtl: number(explicitMaxTtl),
});

export const columnsOf = ({ creationTtl, period, explicitMaxTtl }: TokenTerms) => ({
  creationTtl: column(creationTtl),
  period: column(period),
  explicitMaxTtl: column(explicitMaxTtl),
});

/** A token with its present policies. */
export function shown(row: ShownToken, policies: readonly string[], now: Date): OwnToken {
  const { id, createdAt, expiresAt, renewable, parentId } = row;
  const { creationTtl, period, explicitMaxTtl } = termsIn(row);
  const until = (end: Date | null, from: Date) =>
    end ? Math.max(0, Math.floor((end.getTime() - from.getTime()) / 1_000)) : 0;
  return {
    accessor: row.type === 'batch' ? '' : id,
    policies,
    createdAt,
    expiresAt,
    renewable,
    period,
    displayName: row.displayName ?? (policies.includes(rootPolicy) ? 'root' : row.kind),
    meta: readMeta(row.meta),
    ttl: until(expiresAt, now),
    creationTtl: creationTtl ?? until(expiresAt, createdAt),
    explicitMaxTtl: explicitMaxTtl ?? 0,
    orphan: parentId === null,
    made: row.displayName !== null,
    type: row.type === 'batch' ? 'batch' : 'service',
    usesLeft: row.usesLeft,
    path: row.path ?? (row.displayName === null ? null : 'auth/token/create'),
    role: row.role,
    renewedAt: row.renewedAt,
    boundCidrs: readNetworks(row.boundCidrs),
  };
}

function readNetworks(text: string | null): readonly string[] {
  const networks: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(networks) ? networks.map(String) : [];
}

function readMeta(text: string | null): Readonly<Record<string, string>> | null {
  const meta: unknown = text === null ? null : JSON.parse(text);
  if (typeof meta !== 'object' || meta === null) return null;
  return Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, String(value)]));
}
