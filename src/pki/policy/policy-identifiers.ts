import type { CertificatePolicy } from '../x509/index.js';
import { longestList } from './text-list.js';

/** Decimal numbers with dots: the first arc is 0 to 2, the second below 40 under 0 and 1 (X.660); the length is limited. */
export const isOid = (text: string): boolean =>
  text.length <= 256 && /^(?:[01]\.(?:[0-9]|[1-3][0-9])|2\.(?:0|[1-9]\d{0,30}))(?:\.(?:0|[1-9]\d{0,38}))*$/.test(text);

function readPolicy(value: unknown): CertificatePolicy | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    if (!text.startsWith('{')) return { oid: text };
    const parsed = json(text);
    return typeof parsed === 'string' ? undefined : readPolicy(parsed);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given: Readonly<Record<string, unknown>> = { ...value };
  const { oid, cps, notice } = given;
  if (typeof oid !== 'string') return undefined;
  if (![cps, notice].every((each) => each === undefined || each === null || typeof each === 'string')) return undefined;
  return {
    oid: oid.trim(),
    ...(typeof cps === 'string' && cps !== '' && { cps }),
    ...(typeof notice === 'string' && notice !== '' && { notice }),
  };
}

function json(text: string): unknown {
  if (text.length > longestList) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Policies in the form of Vault's callers: object identifiers in an array or with commas, or objects of `oid`, `cps` and `notice`, which may be JSON text,
 * singly or as the whole list.
 */
export function readPolicies(value: unknown): readonly CertificatePolicy[] | undefined {
  const read = itemsOf(value)?.map(readPolicy);
  return read?.every((policy) => policy !== undefined) ? read.map((policy) => Object.freeze(policy)) : undefined;
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (isList(value)) return value;
  if (typeof value !== 'string' || value.length > longestList) return undefined;
  const text = value.trim();
  if (!text.startsWith('[') && !text.startsWith('{')) return text.split(',').filter((each) => each.trim() !== '');
  const parsed = json(text);
  if (typeof parsed === 'string') return undefined;
  return isList(parsed) ? parsed : [parsed];
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** As {@link showPolicy}, but JSON also for an object with an identifier alone: as OpenBao shows it. `undefined` if there are no objects. */
export function policiesAsWritten(value: unknown): readonly string[] | undefined {
  const items = itemsOf(value);
  if (!items?.some(isObject)) return undefined;
  const texts = items.map((item) => {
    const policy = readPolicy(item);
    return policy && (isObject(item) ? jsonOf(policy) : policy.oid);
  });
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

const isObject = (item: unknown): boolean => typeof item !== 'string' || item.trimStart().startsWith('{');
const jsonOf = ({ oid, cps, notice }: CertificatePolicy): string => JSON.stringify({ oid, cps, notice });

/** In the form of a role: only the identifier, or JSON if there is more. */
export const showPolicy = (policy: CertificatePolicy): string =>
  policy.cps === undefined && policy.notice === undefined ? policy.oid : jsonOf(policy);
