import type { FastifyRequest } from 'fastify';
import { AsWritten } from '../../../platform/graphql/as-written.js';
import { problem, readable } from '../../../platform/problems.js';
import { looksLikeJson, parseForm } from '../../admission/form.js';
import type { ProblemError } from '../../../platform/problems.js';
import { parseJson } from '../../admission/json.js';
import { mediaTypeOf } from '../media-type.js';
import { camel } from '../../../platform/wording.js';
import { dialectOf } from './dialect.js';
import type { VaultVerb } from './route.js';
import type { WeakKind, WeakTable, WeakValues } from './weak.js';
import { trimmed } from '../../../platform/trimmed.js';
import { isRecord } from '../../../platform/is-record.js';

const verbs: Readonly<Record<string, VaultVerb>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'update',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Of a path that answers bytes: PUT means POST there too. */
export const rawMethodOf = (method: string): string => (method === 'HEAD' ? 'GET' : method === 'PUT' ? 'POST' : method);

/** `undefined` for a method that no path supports. */
export function verbOf({ method, query }: Pick<FastifyRequest, 'method' | 'query'>): VaultVerb | undefined {
  const verb = verbs[method];
  return verb === 'read' && isTrue(lastOf(query, 'list')) ? 'list' : verb;
}

export const isTrue = (text: string | undefined) => text !== undefined && /^(?:1|t|true)$/i.test(text);

/** One query parameter; the last of several. */
export function lastOf(query: unknown, name: string): string | undefined {
  if (!isRecord(query) || !Object.hasOwn(query, name)) return undefined;
  const value: unknown = query[name];
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last : undefined;
}

/** The path below /v1, decoded, without slashes at its ends; `null` if it cannot be decoded. */
export function pathOf(url: string): string | null {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  try {
    return trimmed(decodeURIComponent(path.slice('/v1'.length)), '/');
  } catch {
    return null;
  }
}

/** @throws MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE for a patch that is not a merge patch */
export function documentOf({ body, headers }: FastifyRequest, verb: VaultVerb): Readonly<Record<string, unknown>> {
  // Like Vault and OpenBao: what is to be deleted is in the path, and more in the query.
  if (verb === 'delete') return {};
  const type = mediaTypeOf(headers);
  if (verb === 'patch' && type !== 'application/merge-patch+json') {
    const required = 'PATCH requires Content-Type of application/merge-patch+json';
    // OpenBao reads the type before it looks for the path.
    if (type === '')
      throw dialectOf(headers) === 'vault'
        ? problem('INVALID_INPUT', 'mime: no media type')
        : problem('UNSUPPORTED_MEDIA_TYPE', required);
    throw problem('UNSUPPORTED_MEDIA_TYPE', `${required}, provided ${type.slice(0, 100)}`);
  }
  if (type === 'application/x-www-form-urlencoded' && Buffer.isBuffer(body) && !looksLikeJson(body))
    return parseForm(body);
  const document = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  if (document === undefined || document === null) return {};
  if (!isRecord(document)) throw problem('MALFORMED_BODY', 'The request body is not a JSON object');
  return document;
}

export interface ReadFields<Values extends object> {
  /** By the names in camel case. */
  readonly values: Readonly<Values>;
  readonly warnings: readonly string[];
}

/** Path parameters with the names of the specification. */
const documentedNames: ReadonlyMap<string, string> = new Map([
  ['issuer_ref', 'ref'],
  ['key_ref', 'ref'],
  ['name', 'role'],
]);

/**
 * Reads input by a path's table. Unknown fields are ignored with a warning. `null` counts as not sent, except in a patch.
 * @throws INVALID_INPUT for a value that is not valid for its field's type
 */
export function readWeakly<Table extends WeakTable>(
  table: Table,
  sent: Readonly<Record<string, unknown>>,
  options: { readonly params: Readonly<Record<string, string>>; readonly keepNull: false },
): ReadFields<WeakValues<Table>>;
export function readWeakly(
  table: WeakTable,
  sent: Readonly<Record<string, unknown>>,
  options: { readonly params: Readonly<Record<string, string>>; readonly keepNull: boolean },
): ReadFields<object>;
export function readWeakly(
  table: WeakTable,
  sent: Readonly<Record<string, unknown>>,
  { params, keepNull }: { params: Readonly<Record<string, string>>; keepNull: boolean },
): ReadFields<object> {
  const fields = compiled(table);
  const values: Record<string, unknown> = {};
  const ignored: string[] = [];
  const replaced: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const field = fields.get(name);
    const part = field ? name : (documentedNames.get(name) ?? name);
    const captured = Object.hasOwn(params, name) ? name : part;
    if (Object.hasOwn(params, captured)) {
      if (value !== params[captured]) replaced.push(name);
    } else if (!field) ignored.push(name);
    else if (value !== null || keepNull) {
      const read = value === null ? null : meant(name, field.kind.read(value), field.kind);
      values[field.key] = field.kind.asWritten ? wrapped(read) : read;
    }
  }
  return { values, warnings: warningsOf(ignored, replaced) };
}

function wrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrapped);
  return typeof value === 'string' ? new AsWritten(value) : value;
}

interface WeakField {
  readonly key: string;
  readonly kind: WeakKind<unknown>;
}

const compiledTables = new WeakMap<WeakTable, ReadonlyMap<string, WeakField>>();

/** What is the same for every reading of a table. */
function compiled(table: WeakTable): ReadonlyMap<string, WeakField> {
  let fields = compiledTables.get(table);
  if (!fields) {
    fields = new Map(Object.entries(table).map(([name, kind]) => [name, { key: camel(name), kind }]));
    compiledTables.set(table, fields);
  }
  return fields;
}

/** With Vault's text, and with what was expected. */
function meant(name: string, value: unknown, { expected }: Pick<WeakKind<unknown>, 'expected'>): unknown {
  if (value !== undefined) return value;
  throw unreadable(name, expected);
}

/**
 * A value that cannot be read, with Vault's text.
 * @param expected what can be: 'a whole number'
 * @param place within the value of the parameter: '[0].serial_number'
 */
export function unreadable(name: string, expected: string, place = ''): ProblemError {
  const where = `error converting input for field "${name}${place}"`;
  return problem('INVALID_INPUT', `Field validation failed: ${where}: expected ${expected}`, [name]);
}

/** How many names a warning contains; its text has its own limit. */
const mostTold = 100;

function warningsOf(ignored: readonly string[], replaced: readonly string[]): string[] {
  const shown = (names: readonly string[]) => {
    const told = names.slice(0, mostTold).sort();
    const more = names.length > told.length ? [`and ${names.length - told.length} more`] : [];
    return readable(`[${[...told, ...more].join(' ')}]`);
  };
  const path = "the values captured from the endpoint's path";
  return [
    ...(ignored.length > 0 ? [`Endpoint ignored these unrecognized parameters: ${shown(ignored)}`] : []),
    ...(replaced.length > 0
      ? [`Endpoint replaced the value of these parameters with ${path}: ${shown(replaced)}`]
      : []),
  ];
}
