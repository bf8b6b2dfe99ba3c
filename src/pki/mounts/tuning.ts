import { mostBelowUsual } from '../../platform/lease-ttls.js';
import { fieldName, worded } from '../../platform/wording.js';
import { passing, problem } from '../../platform/problems.js';
import type { MountRow } from '../../platform/database/models.js';
import type { ListingVisibility } from '../../platform/graphql/listing-visibility.js';

/** What `sys/mounts/:path/tune` stores for its clients in addition to the lease durations. Only the value `unauth` of `listingVisibility` has an effect. */
export interface Tuning {
  readonly options: Readonly<Record<string, string>>;
  readonly listingVisibility: ListingVisibility;
  readonly auditNonHmacRequestKeys: readonly string[];
  readonly auditNonHmacResponseKeys: readonly string[];
  readonly passthroughRequestHeaders: readonly string[];
  readonly allowedResponseHeaders: readonly string[];
  readonly allowedManagedKeys: readonly string[];
  readonly delegatedAuthAccessors: readonly string[];
  readonly local: boolean;
  readonly sealWrap: boolean;
  readonly externalEntropyAccess: boolean;
  readonly forceNoCache: boolean;
}

export const defaultTuning: Tuning = {
  options: {},
  listingVisibility: '',
  auditNonHmacRequestKeys: [],
  auditNonHmacResponseKeys: [],
  passthroughRequestHeaders: [],
  allowedResponseHeaders: [],
  allowedManagedKeys: [],
  delegatedAuthAccessors: [],
  local: false,
  sealWrap: false,
  externalEntropyAccess: false,
  forceNoCache: false,
};

/** A change of a mount; absent and null do not change. Times to live in seconds, 0 for the system's. */
export interface MountSettings {
  readonly description?: string | null | undefined;
  readonly defaultLeaseTtl?: number | null | undefined;
  readonly maxLeaseTtl?: number | null | undefined;
  readonly tuning?: { readonly [Key in keyof Tuning]?: Tuning[Key] | null | undefined } | null | undefined;
}

/** Ten thousand years: no certificate is valid for longer. */
const longestTtl = 10_000 * 366 * 24 * 3600;

/** @throws INVALID_INPUT */
export function mountColumns(
  given: MountSettings,
  before: Pick<MountRow, 'defaultLeaseTtl' | 'maxLeaseTtl' | 'tuning'>,
): Partial<Pick<MountRow, 'description' | 'defaultLeaseTtl' | 'maxLeaseTtl' | 'tuning'>> {
  const defaultLeaseTtl = readTtl(given.defaultLeaseTtl, 'defaultLeaseTtl');
  const maxLeaseTtl = readTtl(given.maxLeaseTtl, 'maxLeaseTtl');
  const [usual, most] = [defaultLeaseTtl ?? before.defaultLeaseTtl, maxLeaseTtl ?? before.maxLeaseTtl];
  if (most > 0n && usual > most) throw problem('INVALID_INPUT', mostBelowUsual(usual, most), ['defaultLeaseTtl']);
  return {
    ...(typeof given.description === 'string' && { description: given.description }),
    ...(defaultLeaseTtl !== undefined && { defaultLeaseTtl }),
    ...(maxLeaseTtl !== undefined && { maxLeaseTtl }),
    ...(given.tuning && { tuning: JSON.stringify({ ...readTuning(before.tuning), ...present(given.tuning) }) }),
  };
}

function readTtl(seconds: number | null | undefined, field: string): bigint | undefined {
  if (seconds === null || seconds === undefined) return undefined;
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > longestTtl)
    throw problem(
      'INVALID_INPUT',
      worded`${fieldName(field)} must be between 0 and ${longestTtl} seconds`,
      [field],
      passing(seconds, longestTtl),
    );
  return BigInt(seconds);
}

const present = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));

export function readTuning(text: string): Tuning {
  const stored: unknown = JSON.parse(text);
  return { ...defaultTuning, ...(typeof stored === 'object' && stored !== null ? stored : {}) };
}
