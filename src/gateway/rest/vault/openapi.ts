import { kindOf } from './help.js';
import type { VaultRoute, VaultVerb } from './route.js';
import type { weak, WeakKind, WeakTable } from './weak.js';

/** The parts of OpenAPI 3.0.3 that are written here. */
type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
  /** Empty where no token is needed. */
  readonly security?: readonly never[];
}
type Method = 'get' | 'post' | 'patch' | 'delete';
/** Operations by method, and the parameters of all of them. */
type PathItem = Readonly<Record<string, OpenApiOperation | readonly Parameter[]>>;
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, string>>;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

type Described = Pick<VaultRoute, 'verb' | 'path' | 'fields' | 'anonymous'>;

/** What is described: the paths of the server, and those of each mount. */
export interface DescribedPaths {
  readonly system: readonly Described[];
  readonly mount: readonly Described[];
}

/** With more mounts their paths are described once, for any mount: a document of hundreds of mounts would have tens of megabytes. */
export const mostMounts = 10;

const texts: Schema = { type: 'array', items: { type: 'string' } };
const seconds: Schema = { type: 'string', format: 'duration', description: 'Seconds, or with a unit: 72h' };

/** Callers may send more forms than these (docs/from-vault.md, "What differs"): generated clients need one type. */
const schemas: Readonly<Record<keyof typeof weak | 'value', Schema>> = {
  text: { type: 'string' },
  trimmed: { type: 'string' },
  pem: { type: 'string', format: 'pem' },
  keyIdentifier: { type: 'string' },
  algorithm: { type: 'string' },
  mountPath: { type: 'string' },
  flag: { type: 'boolean' },
  whole: { type: 'integer', format: 'int32' },
  large: { type: 'integer', format: 'int64' },
  duration: seconds,
  durationText: seconds,
  signedDuration: seconds,
  list: texts,
  addresses: texts,
  limits: texts,
  networks: texts,
  otherNames: texts,
  keyUsages: texts,
  extKeyUsages: texts,
  policyNames: texts,
  policyIdentifiers: { type: 'array', items: {} },
  pems: texts,
  map: { type: 'object', additionalProperties: { type: 'string' } },
  any: {},
  value: {},
};

const schemaOf = (kind: WeakKind<unknown>): Schema => {
  const { description: form, ...schema } = schemas[kindOf(kind)];
  const said = [kind.does, form].filter((text) => typeof text === 'string').join(' ');
  return said === '' ? schema : { ...schema, description: said };
};

const methods: Readonly<Record<VaultVerb, Method>> = {
  read: 'get',
  list: 'get',
  update: 'post',
  patch: 'patch',
  delete: 'delete',
};

/** Lists are asked for in the query, as OpenAPI has no method LIST. */
const listing = (required: boolean): readonly Parameter[] => [
  { name: 'list', in: 'query', required, description: 'Lists names', schema: { type: 'string', enum: ['true'] } },
  { name: 'after', in: 'query', description: 'The last name of the previous page', schema: { type: 'string' } },
  { name: 'limit', in: 'query', description: 'Longest list', schema: { type: 'integer' } },
];

const parameter = /^[:*](\w+)\??$/;

/** `sign-verbatim/:role?` is two paths, as no part of a path is optional in OpenAPI. */
const spellings = (path: string): readonly string[] =>
  path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/')), path.slice(0, -1)] : [path];

/** Variable parts that OpenBao's document names otherwise, with the part before them: clients that are generated from it have methods and arguments by these. */
const shownNames: Readonly<Record<string, string>> = {
  'issuer/:ref': 'issuer_ref',
  'key/:ref': 'key_ref',
  'generate/:type': 'exported',
  'rotate/:type': 'exported',
  'root/:type': 'exported',
  'intermediate/:type': 'exported',
  'renew/*lease_id': 'url_lease_id',
  'revoke/*lease_id': 'url_lease_id',
};

const segmentsOf = (path: string) =>
  path.split('/').map((text, at, all) => {
    const name = parameter.exec(text)?.[1];
    return { text, name, shown: shownNames[`${all[at - 1] ?? ''}/${text}`] ?? name };
  });

const wordsOf = (path: string): readonly string[] =>
  segmentsOf(path).map(({ text, name }) => (name ?? text).replaceAll(/[^A-Za-z0-9]+/g, '-'));
const capitalized = (words: readonly string[]): string =>
  words
    .join('-')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const answers: Readonly<Record<string, Schema>> = {
  200: { $ref: '#/components/responses/Answer' },
  204: { description: 'Done, with nothing to say' },
  default: { $ref: '#/components/responses/Errors' },
};

const components = {
  securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Vault-Token' } },
  responses: {
    Answer: {
      description: 'Done',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
    },
    Errors: {
      description: 'Refused',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
    },
  },
};
const commonSchemas: Readonly<Record<string, Schema>> = {
  Answer: {
    type: 'object',
    properties: {
      request_id: { type: 'string' },
      lease_id: { type: 'string' },
      renewable: { type: 'boolean' },
      lease_duration: { type: 'integer' },
      data: { type: 'object', nullable: true, additionalProperties: true },
      wrap_info: { type: 'object', nullable: true, additionalProperties: true },
      warnings: { ...texts, nullable: true },
      auth: { type: 'object', nullable: true, additionalProperties: true },
    },
  },
  Errors: { type: 'object', required: ['errors'], properties: { errors: texts } },
};

/** Bodies by their tables: routes with one table have one schema. */
class Bodies {
  readonly schemas: Record<string, Schema> = {};
  readonly #names = new Map<WeakTable, string>();

  of(table: WeakTable, words: readonly string[]): Schema {
    const $ref = `#/components/schemas/${this.#named(table, `${capitalized(words)}Request`)}`;
    return { $ref };
  }

  #named(table: WeakTable, wanted: string): string {
    const known = this.#names.get(table);
    if (known !== undefined) return known;
    const name = free(wanted, (each) => Object.hasOwn(this.schemas, each));
    const properties = Object.entries(table).map(([field, kind]) => [field, schemaOf(kind)] as const);
    this.schemas[name] = { type: 'object', properties: Object.fromEntries(properties) };
    this.#names.set(table, name);
    return name;
  }
}

/** A name, or the first numbered one that is not taken. */
function free(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted}${number}`;
  return name;
}

/** What is the same of a route below every mount. */
interface PreparedRoute {
  /** With parameters in braces. */
  readonly path: string;
  readonly method: Method;
  /** The end of the operation's name. */
  readonly named: string;
  readonly operation: Omit<OpenApiOperation, 'operationId'>;
  readonly parameters: readonly Parameter[];
}

/** @param words what names of schemas begin with */
function prepare(
  routes: readonly Described[],
  { tag, words, bodies }: { readonly tag: string; readonly words: readonly string[]; readonly bodies: Bodies },
): readonly PreparedRoute[] {
  const pathsOf = (wanted: VaultVerb) => new Set(routes.filter(({ verb }) => verb === wanted).map(({ path }) => path));
  const [listed, read] = [pathsOf('list'), pathsOf('read')];
  return routes.flatMap((route) => {
    const { path, verb, fields } = route;
    // Both are one GET here, which the query turns into a list.
    if (verb === 'list' && read.has(path)) return [];
    const isBoth = verb === 'read' && listed.has(path);
    return spellings(path).map((spelled) => {
      const segments = segmentsOf(spelled);
      const names = segments.flatMap(({ name }) => (name === undefined ? [] : [name]));
      const shown = segments.flatMap((segment) => (segment.shown === undefined ? [] : [segment.shown]));
      const query = [...(isBoth || verb === 'list' ? listing(!isBoth) : []), ...queryOf(route, names)];
      const own = wordsOf(spelled);
      return {
        path: segments
          .map((segment) => `/${segment.shown === undefined ? segment.text : `{${segment.shown}}`}`)
          .join(''),
        method: methods[verb],
        named: [verb, ...own].join('-'),
        parameters: shown.map((name) => ({ name, in: 'path' as const, required: true, schema: { type: 'string' } })),
        operation: {
          tags: [tag],
          ...(query.length > 0 && { parameters: query }),
          ...((verb === 'update' || verb === 'patch') && {
            requestBody: bodyOf(verb, bodies.of(fields, [...words, ...own])),
          }),
          responses: answers,
          ...(route.anonymous === true && { security: [] }),
        },
      };
    });
  });
}

const bodyOf = (verb: 'update' | 'patch', schema: Schema): Schema => ({
  content: { [verb === 'patch' ? 'application/merge-patch+json' : 'application/json']: { schema } },
});

/** On reads, lists and deletions the query has the fields. */
const queryOf = ({ verb, fields }: Described, inPath: readonly string[]): readonly Parameter[] =>
  verb === 'update' || verb === 'patch'
    ? []
    : Object.entries(fields)
        .filter(([name]) => !inPath.includes(name) && !['list', 'after', 'limit'].includes(name))
        .map(([name, kind]) => ({ name, in: 'query' as const, schema: schemaOf(kind) }));

interface Place {
  readonly prefix: string;
  /** Of every path below the prefix. */
  readonly parameters: readonly Parameter[];
  /** What names of operations begin with. */
  readonly words: readonly string[];
}

const server: Place = { prefix: '', parameters: [], words: [] };
const anyMount: Place = {
  prefix: '/{pki_mount_path}',
  parameters: [
    {
      name: 'pki_mount_path',
      in: 'path',
      required: true,
      description: 'Path of the mount',
      schema: { type: 'string', default: 'pki' },
    },
  ],
  words: ['pki'],
};
const mountAt = (path: string): Place => ({ prefix: `/${path}`, parameters: [], words: wordsOf(path) });

const description =
  'The paths that answer JSON, as clients of Vault and OpenBao call them. Certificates, CRLs, OCSP and enrolment protocols, which answer bytes, are in docs/http-surface.md.';

/** What a document is about. */
export interface Subject {
  /** The paths of mounts to describe; null for any mount, by a parameter of the path. */
  readonly mounts: readonly string[] | null;
  readonly baseUrl: string;
  readonly version: string;
}

/** Writes the paths that answer JSON as an OpenAPI document, like `sys/internal/specs/openapi` of OpenBao. What no mount changes is made once. */
export function openApiOf(routes: DescribedPaths): (subject: Subject) => OpenApiDocument {
  const bodies = new Bodies();
  const below = (first: string) => routes.system.filter(({ path }) => path.split('/', 1)[0] === first);
  const system = [
    ...prepare(below('sys'), { tag: 'system', words: [], bodies }),
    ...prepare(below('auth'), { tag: 'auth', words: [], bodies }),
  ];
  const mount = prepare(routes.mount, { tag: 'secrets', words: ['pki'], bodies });
  return ({ mounts, baseUrl, version }) => {
    const paths: Record<string, PathItem> = {};
    const ids = new Set<string>();
    const add = (place: Place, prepared: readonly PreparedRoute[]): void => {
      for (const { path, method, named, operation, parameters: own } of prepared) {
        const operationId = free([...place.words, named].join('-'), (each) => ids.has(each));
        ids.add(operationId);
        const parameters = [...place.parameters, ...own];
        const key = place.prefix + path;
        paths[key] = {
          ...(parameters.length > 0 && { parameters }),
          ...paths[key],
          [method]: { operationId, ...operation },
        };
      }
    };
    add(server, system);
    for (const place of mounts?.map(mountAt) ?? [anyMount]) add(place, mount);
    return {
      openapi: '3.0.3',
      info: { title: 'Trustate, certificate authority', description, version },
      servers: [{ url: `${baseUrl}/v1` }],
      security: [{ token: [] }],
      paths,
      components: { ...components, schemas: { ...commonSchemas, ...bodies.schemas } },
    };
  };
}
