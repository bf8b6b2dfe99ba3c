import {
  createSourceEventStream,
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { OperatorError } from '../../platform/operator-error.js';
import type { DocumentManifest } from '../graphql/documents.js';
import { isLimitOfValidation, readableMessage, restated } from '../graphql/problems.js';
import type { ProtocolCode } from '../graphql/protocol-codes.js';
import { tooDear } from './dearest-field.js';
import { KeptDocuments } from './kept-documents.js';
import type { Room } from './kept-documents.js';
import { checkShape, checkSource, limitsOfStrangers, overLimit } from './limits.js';
import type { Asker, OperationLimits } from './limits.js';
import { PreparedDocument, PreparedOperation } from './prepared.js';
import type { ReadDocument } from './prepared.js';
import { conditionalSubscriptions } from './subscription-rule.js';

export type Variables = Readonly<Record<string, unknown>>;

/** An operation of this repository, ready to run. */
export type OwnOperation = (context: object, variables: Variables) => Promise<ExecutionResult> | ExecutionResult;

export interface ExecutorDeps {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  /** Number of prepared documents. */
  readonly capacity?: number;
  /** Documents that are prepared at the start, and always kept. */
  readonly trusted?: DocumentManifest | null;
}

/** Callers without a token have their own cache: they displace nothing of known callers. */
const rooms: Readonly<Record<Asker, Room>> = {
  caller: { documents: 1_000, bytes: 128 * 1024 * 1024 },
  stranger: { documents: 500, bytes: 8 * 1024 * 1024 },
};

/** How many errors of a document are listed. */
const mostMistakes: Readonly<Record<Asker, number>> = { caller: 20, stranger: 5 };

/** The only executor, for GraphQL and REST: parses and measures documents once, and runs their operations with plans. */
export class Executor {
  readonly #limits: Readonly<Record<Asker, OperationLimits>>;
  readonly #kept: Readonly<Record<Asker, KeptDocuments>>;

  readonly #trusted = new Map<string, PreparedDocument>();

  /** @throws OperatorError for a trusted document that cannot run */
  constructor(private readonly deps: ExecutorDeps) {
    const { capacity = rooms.caller.documents, limits } = deps;
    this.#limits = { caller: limits, stranger: limitsOfStrangers(limits) };
    this.#kept = {
      caller: new KeptDocuments({ ...rooms.caller, documents: capacity }, limits),
      stranger: new KeptDocuments(rooms.stranger, this.#limits.stranger),
    };
    for (const [digest, source] of deps.trusted ?? []) this.#trusted.set(digest, this.#trust(digest, source));
  }

  #trust(digest: string, source: string): PreparedDocument {
    const prepared = this.#prepare(source, digest, 'caller');
    if (!prepared.errors) return prepared;
    throw new OperatorError(`the trusted document ${digest} cannot run: ${prepared.errors[0]?.message ?? ''}`);
  }

  /** Names of the operations of trusted documents. */
  trustedNames(): readonly string[] {
    return [...this.#trusted.values()].flatMap(({ names }) => names).filter((name) => name !== '');
  }

  /**
   * Parses, measures and validates, in this order; each step refuses what is too large for the next.
   * @param digest of the source: SHA-256, hexadecimal
   */
  prepare(source: string, digest: string, asker: Asker): ReadDocument {
    const known = this.#trusted.get(digest) ?? this.#kept[asker].find(digest);
    if (known) return known;
    const prepared = this.#prepare(source, digest, asker);
    this.#kept[asker].keep(digest, source, prepared);
    return prepared;
  }

  /** A trusted document, or one that was prepared recently for a known caller. */
  known(digest: string): ReadDocument | undefined {
    return this.#trusted.get(digest) ?? this.#kept.caller.find(digest);
  }

  /** The same, or one of a caller without a token. */
  seen(digest: string): ReadDocument | undefined {
    return this.known(digest) ?? this.#kept.stranger.find(digest);
  }

  /** Whether the operation of this name, or the first one, is a subscription. Only the syntax of the document is checked. */
  subscribes(source: string, name: string | undefined): boolean {
    if (!source.includes('subscription')) return false;
    const document = readDocument(source, this.#limits.caller);
    if (document instanceof GraphQLError) return false;
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const chosen = operations.find((node) => node.name?.value === name) ?? operations[0];
    return chosen?.operation === OperationTypeNode.SUBSCRIPTION;
  }

  #prepare(source: string, digest: string, asker: Asker): ReadDocument {
    const limits = this.#limits[asker];
    const document = readDocument(source, limits);
    if (document instanceof GraphQLError) return { errors: [toldTo(asker, document)] };
    const tooLarge = checkShape(document, limits);
    if (tooLarge) return { errors: [toldTo(asker, tooLarge)] };
    const invalid = this.#mistakesIn(document, asker);
    return invalid.length > 0 ? { errors: invalid } : new PreparedDocument(this.deps.schema, document, digest);
  }

  #mistakesIn(document: DocumentNode, asker: Asker): readonly GraphQLError[] {
    const conditional = conditionalSubscriptions(document);
    // Searching for similar names takes longer than the rest, and they are not for callers who may not read the schema.
    const options = { maxErrors: mostMistakes[asker], hideSuggestions: asker === 'stranger' };
    const invalid = conditional.length > 0 ? conditional : validate(this.deps.schema, document, undefined, options);
    return invalid.map((error) =>
      isLimitOfValidation(error)
        ? restated(error, readableMessage(error), { code: 'LIMIT_EXCEEDED', limit: 'validation' })
        : withCode(error, 'GRAPHQL_VALIDATION_FAILED'),
    );
  }

  /**
   * The cost of the operation with these variables.
   * @throws GraphQLError LIMIT_EXCEEDED
   */
  checkCost(operation: PreparedOperation, variables: Variables): number {
    const { limits } = this.deps;
    const cost = operation.costs.of(variables);
    if (cost > limits.cost) throw tooDear(cost, limits.cost, operation.dearest(variables));
    const ofSchema = operation.schemaWeight(limits.schema, variables);
    if (ofSchema > limits.schema) throw overLimit('schema', 'more', limits.schema);
    return cost + ofSchema;
  }

  /** Characters of a response that may be written as one text. */
  get mostText(): number {
    return this.deps.limits.text;
  }

  /**
   * Opens the events of a subscription; each of them is then run as `root`.
   * @returns errors if the subscription itself fails
   */
  async follow(
    { document, node, coerce }: PreparedOperation,
    context: object,
    variables: Variables,
  ): Promise<AsyncIterable<unknown> | ExecutionResult> {
    const { schema } = this.deps;
    // Reading them there has no limit on errors.
    const read = coerce(variables);
    if (read.errors) return { errors: read.errors };
    const operationName = node.name?.value ?? null;
    return createSourceEventStream({
      schema,
      document,
      operationName,
      contextValue: context,
      variableValues: variables,
    });
  }

  /** @param root the event of a subscription */
  run(
    operation: PreparedOperation,
    context: object,
    variables: Variables,
    root?: unknown,
  ): Promise<ExecutionResult> | ExecutionResult {
    const read = operation.coerce(variables);
    return read.errors ? { errors: read.errors } : operation.plan.run(context, read.coerced, root);
  }

  /**
   * An operation of this repository, ready to run.
   * @throws Error if it does not match the schema
   */
  own(document: DocumentNode, name: string): OwnOperation {
    const { schema } = this.deps;
    const [invalid] = validate(schema, document);
    if (invalid) throw new Error(`the operation ${name} does not fit the schema: ${invalid.message}`);
    const node = getOperationAST(document, name);
    if (!node) throw new Error(`no operation is called ${name}`);
    const operation = new PreparedOperation(new PreparedDocument(schema, document, name), node);
    return (context, variables) => this.run(operation, context, variables);
  }

  /** Like `own`, but at the first call: there are hundreds, a start need not wait for all, and tests read each. */
  ownAtFirstUse(document: DocumentNode, name: string): OwnOperation {
    let execute: OwnOperation | undefined;
    return (context, variables) => {
      execute ??= this.own(document, name);
      return execute(context, variables);
    };
  }
}

/** Parses what is not too large. */
function readDocument(source: string, limits: OperationLimits): DocumentNode | GraphQLError {
  const unreadable = checkSource(source, limits);
  if (unreadable) return unreadable;
  try {
    return parse(source, { maxLexicalTokens: limits.tokens });
  } catch (error) {
    return syntaxError(error, limits);
  }
}

function syntaxError(error: unknown, limits: OperationLimits): GraphQLError {
  if (!(error instanceof GraphQLError)) throw error;
  if (error.message.includes('tokens. Parsing aborted')) return overLimit('tokens', limits.tokens + 1, limits.tokens);
  return withCode(error, 'GRAPHQL_PARSE_FAILED');
}

/** Callers with lower limits are told why. */
const toldTo = (asker: Asker, error: GraphQLError): GraphQLError =>
  asker === 'stranger' && error.extensions['code'] === 'LIMIT_EXCEEDED'
    ? restated(error, `${error.message} without a valid token`, error.extensions)
    : error;

/** Kept without the parsed document, which would otherwise stay in memory. */
function withCode(error: GraphQLError, code: ProtocolCode): GraphQLError {
  const { source, positions, extensions } = error;
  return new GraphQLError(readableMessage(error), {
    source: source ?? null,
    positions: positions ?? null,
    extensions: { ...extensions, code },
  });
}
