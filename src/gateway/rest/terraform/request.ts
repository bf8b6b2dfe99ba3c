import type { FastifyRequest } from 'fastify';
import { problem } from '../../../platform/problems.js';
import { readFields } from '../fields.js';
import type { AnyRequest, PageParameters, RowOptions } from './route.js';
import { isRecord } from '../../../platform/is-record.js';
import type { FieldTable, FieldValues } from '../fields.js';

/** `run.created_by` → `includeRunCreatedBy` */
function includeVariable(value: string): string {
  return `include${value.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;
}

/** The includes of a route, prepared: for each value, the variables that it sets. */
export interface Includes {
  readonly none: Readonly<Record<string, boolean>>;
  readonly variables: ReadonlyMap<string, readonly string[]>;
}

/** go-tfe and the documents spell some with dashes, others with underscores. */
const spelled = (value: string): string => value.trim().replaceAll('-', '_');

export function includesOf({ include = [], neverIncluded = [] }: RowOptions): Includes {
  const known = new Set(include);
  const variables = [...include, ...neverIncluded].map((value) => {
    const parts = value.split('.');
    // An object inside another one can only be included with that one.
    const chain = parts.map((_part, index) => parts.slice(0, index + 1).join('.')).filter((one) => known.has(one));
    return [value, chain.map(includeVariable)] as const;
  });
  return {
    none: Object.freeze(Object.fromEntries(include.map((value) => [includeVariable(value), false]))),
    variables: new Map(variables),
  };
}

const defaultPage: PageParameters = Object.freeze({ page: 1, pageSize: 20 });
const largestPage = 100;

/** Page numbers end here: every list has fewer objects. */
const lastPage = 999_999_999;

function positive(name: string, text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw problem('INVALID_PARAMETER', `${name} must be a whole number of at least 1`, [name]);
  return value;
}

function pageNumber(text: string | undefined): number {
  const page = positive('page[number]', text, defaultPage.page);
  if (page <= lastPage) return page;
  throw problem('INVALID_PARAMETER', `page[number] must be at most ${lastPage}`, ['page[number]']);
}

/** Everything that is expensive to read is read at its first use. */
export class ParsedRequest implements AnyRequest {
  readonly #request: FastifyRequest;
  readonly #includes: Includes;

  constructor(
    request: FastifyRequest,
    includes: Includes,
    readonly baseUrl: string,
  ) {
    this.#request = request;
    this.#includes = includes;
  }

  get params(): Readonly<Record<string, string>> {
    const { params } = this.#request;
    return isTexts(params) ? params : {};
  }

  get headers() {
    return this.#request.headers;
  }

  get url(): string {
    return this.#request.url;
  }

  get body(): unknown {
    return this.#request.body;
  }

  // Routes take these from the request separately, so they are bound.
  readonly query = (name: string): string | undefined => {
    const { query } = this.#request;
    if (!isRecord(query)) return undefined;
    const value: unknown = query[name];
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof last === 'string' ? last : undefined;
  };

  readonly queries = (prefix: string): readonly (readonly [string, string])[] => {
    const { query } = this.#request;
    if (!isRecord(query)) return [];
    return Object.entries(query).flatMap(([name, value]) => {
      if (!name.startsWith(prefix)) return [];
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      return values.flatMap((one) => (typeof one === 'string' ? [[name, one] as const] : []));
    });
  };

  get page(): PageParameters {
    const page = pageNumber(this.query('page[number]'));
    const size = positive('page[size]', this.query('page[size]'), defaultPage.pageSize);
    return { page, pageSize: Math.min(size, largestPage) };
  }

  get include(): Readonly<Record<string, boolean>> {
    const { none, variables } = this.#includes;
    const asked = this.queries('include').flatMap(([name, value]) => (/^include(?:\[\])?$/.test(name) ? value : []));
    const values = asked.flatMap((value) => (value === '' ? [] : value.split(',')));
    if (values.length === 0) return none;
    const wanted = { ...none };
    for (const value of values) {
      const on = variables.get(spelled(value));
      if (!on) throw problem('INVALID_INCLUDE', undefined, ['include']);
      for (const variable of on) wanted[variable] = true;
    }
    return wanted;
  }

  readonly fields = <Table extends FieldTable>(table: Table): FieldValues<Table> => readFields(table, this.body);
}

/** Fastify's path parameters are always texts. */
function isTexts(params: unknown): params is Readonly<Record<string, string>> {
  return typeof params === 'object' && params !== null;
}
