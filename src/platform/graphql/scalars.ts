import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import type { ValueNode } from 'graphql';
import { AsWritten } from './as-written.js';
import { RawJson } from './raw-json.js';

/**
 * The scalars of the API. Inside a resolver a value is already what its column says:
 *
 *   DateTime      Date            '2026-01-02T03:04:05.678Z'
 *   JSON          unknown         anything
 *   BigInt        bigint          9007199254740991 or "9007199254740993"
 *   PEM           string          '-----BEGIN CERTIFICATE-----\n…'
 *   SerialNumber  string          '39:dd:2e:90'
 *   Duration      number, seconds 'PT1H'
 *
 * @example
 * @Field(() => DateTime, { description: 'When it was created.' })
 * createdAt!: Date;
 */
interface ScalarDefinition<Internal, External> {
  readonly name: string;
  readonly description: string;
  readonly specifiedByURL: string;
  /** `undefined` if the value is not valid for this scalar. */
  readonly read: (value: unknown) => Internal | undefined;
  readonly write: (value: unknown) => External | undefined;
  /** What is accepted, for the error message. */
  readonly expected: string;
}

function scalar<Internal, External>(definition: ScalarDefinition<Internal, External>) {
  const { name, description, specifiedByURL, read, write, expected } = definition;
  const parse = (value: unknown) => {
    const result = read(value);
    if (result === undefined) throw new GraphQLError(`${name} cannot be read: expected ${expected}`);
    return result;
  };
  return new GraphQLScalarType<Internal, External>({
    name,
    description,
    specifiedByURL,
    parseValue: parse,
    parseLiteral: (node) => parse(literal(node)),
    serialize: (value) => {
      const result = write(value);
      if (result === undefined) throw new TypeError(`a resolver gave ${name} something else`);
      return result;
    },
  });
}

/** The value of a literal without variables; `undefined` if it is neither text nor number. */
function literal(node: ValueNode): unknown {
  if (node.kind === Kind.STRING) return node.value;
  if (node.kind === Kind.INT) return Number.isSafeInteger(Number(node.value)) ? Number(node.value) : node.value;
  return undefined;
}

const instantShape = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Reads an RFC 3339 instant with an offset; `undefined` for any other text. */
export function instant(text: string): Date | undefined {
  if (!instantShape.test(text)) return undefined;
  const date = new Date(text.toUpperCase().replace(' ', 'T'));
  if (Number.isNaN(date.getTime())) return undefined;
  // Date turns 30 February into 2 March.
  const day = Number(text.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return day <= lastDay ? date : undefined;
}

export const DateTime = scalar<Date | AsWritten, string>({
  name: 'DateTime',
  description:
    'A point in time, as ISO 8601 text in UTC with milliseconds: `2026-01-02T03:04:05.678Z`. Input may have another UTC offset.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  expected: 'an RFC 3339 instant with an offset, such as 2026-01-02T03:04:05.678Z',
  // Left unchanged, because the fields treat it differently.
  read: (value) => {
    if (value instanceof AsWritten) return value;
    return typeof value === 'string' ? instant(value) : undefined;
  },
  write: (value) => {
    const date = typeof value === 'string' ? instant(value) : value;
    return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
  },
});

export const BigIntScalar = scalar<bigint, number | string>({
  name: 'BigInt',
  description:
    'A whole number of any size. Output is a JSON number if JavaScript can represent it exactly (from -9007199254740991 to 9007199254740991), otherwise a string of digits. Input may be either.',
  specifiedByURL: 'https://tc39.es/ecma262/#sec-ecmascript-language-types-bigint-type',
  expected: 'a whole number, or text of digits',
  read: whole,
  write: (value) => {
    const number = whole(value);
    if (number === undefined) return undefined;
    return Number.isSafeInteger(Number(number)) ? Number(number) : number.toString();
  },
});

function whole(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined;
}

const pemShape = /^-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+-----END [A-Z0-9 ]+-----$/;

function pem(value: unknown): string | undefined {
  if (value instanceof AsWritten) return value.asWritten;
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\r\n', '\n').trim();
  return pemShape.test(text) ? text : undefined;
}

export const PEM = scalar<string, string | RawJson>({
  name: 'PEM',
  description:
    'One or more PEM objects, one after another, each between its own `-----BEGIN …-----` and `-----END …-----` lines. White space around them is ignored.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc7468',
  expected: 'text between -----BEGIN …----- and -----END …----- lines',
  read: pem,
  // A long text that is stored as JSON was created here, and is not parsed again.
  write: (value) => (value instanceof RawJson ? value : pem(value)),
});

/** The form for output. Lists have many, and nearly all are stored in this form. */
const shownSerial = /^[0-9a-f]{2}(?::[0-9a-f]{2}){0,63}$/;

function serialNumber(value: unknown): string | undefined {
  if (value instanceof AsWritten) return value.asWritten;
  if (typeof value !== 'string') return undefined;
  if (shownSerial.test(value)) return value;
  const text = value.trim().toLowerCase();
  const separated = /^[0-9a-f]{1,2}([:-][0-9a-f]{1,2}){0,63}$/.test(text);
  if (separated) return text.split(/[:-]/).map(padded).join(':');
  return /^([0-9a-f]{2}){1,64}$/.test(text) ? text.replaceAll(/(..)(?!$)/g, '$1:') : undefined;
}

const padded = (byte: string) => byte.padStart(2, '0');

export const SerialNumber = scalar<string, string>({
  name: 'SerialNumber',
  description:
    'The serial number of a certificate: bytes in lower-case hexadecimal, separated by colons: `39:dd:2e:90`. Input may use dashes or no separator, in any case.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.2',
  expected: 'bytes in hexadecimal, such as 39:dd:2e:90',
  read: serialNumber,
  write: serialNumber,
});

const isoShape = /^P(?=.)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})S)?)?$/;
const unitShape = /^(?=.)(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,12})s)?$/;
const unitSeconds = [604_800, 86_400, 3_600, 60, 1];

function seconds(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const parts = isoShape.exec(value) ?? unitShape.exec(value);
  if (!parts) return undefined;
  const total = unitSeconds.reduce((sum, unit, index) => sum + unit * Number(parts[index + 1] ?? 0), 0);
  return Number.isSafeInteger(total) ? total : undefined;
}

function isoDuration(total: number): string {
  const parts = [
    [Math.floor(total / 3_600), 'H'],
    [Math.floor(total / 60) % 60, 'M'],
    [total % 60, 'S'],
  ] as const;
  return 'PT' + (parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('') || '0S');
}

export const Duration = scalar<number, string>({
  name: 'Duration',
  description:
    'A duration in whole seconds, as an ISO 8601 duration of hours, minutes and seconds: `PT768H`, `PT1M30S`. Input may also use weeks and days (`P30D`), units as Go and Vault write them (`1h30m`, `30d`), or a number of seconds.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-A',
  expected: 'an ISO 8601 duration such as PT1H, text such as 1h30m, or a number of seconds',
  read: seconds,
  write: (value) => {
    const total = seconds(value);
    return total === undefined ? undefined : isoDuration(total);
  },
});

type Variables = Readonly<Record<string, unknown>> | null | undefined;

function json(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, json(field.value, variables)]));
    case Kind.LIST:
      return node.values.map((item) => json(item, variables));
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
  }
}

export const JSONScalar = new GraphQLScalarType<unknown>({
  name: 'JSON',
  description: 'Any JSON value: an object, a list, a text, a number, a boolean or null.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  parseValue: (value) => value,
  parseLiteral: (node, variables) => json(node, variables),
  serialize: (value) => value,
});
