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
import { LRUCache } from 'lru-cache';
import { OperatorError } from '../platform/operator-error.js';
import type { DocumentManifest } from './documents.js';
import { readableMessage, restated } from './problems.js';
import { checkShape, checkSource, overLimit } from './limits.js';
import type { OperationLimits } from './limits.js';
import { PreparedDocument, PreparedOperation } from './prepared.js';
import { conditionalSubscriptions } from './subscription-rule.js';

export type Variables = Readonly<Record<string, unknown>>;

/** A document that may run, or the errors that say why not. */
export type ReadDocument = PreparedDocument | { readonly errors: readonly GraphQLError[] };

/** An operation of this repository, ready to run. */
export type OwnOperation = (context: object, variables: Variables) => Promise<ExecutionResult> | ExecutionResult;

export interface ExecutorDeps {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  /** Documents that are kept ready. */
  readonly capacity?: number;
  /** Documents that are ready from the start, and stay so. */
  readonly trusted?: DocumentManifest | null;
}

/** Bytes that documents which are kept ready may take, about. */
const mostKept = 128 * 1024 * 1024;

/** Bytes that a parsed document takes for each of its words and signs, about. */
const bytesPerToken = 256;

/** Bytes that a document takes at most, about: its text, and what was made of its words, of which each takes a character. One always finds room. */
const sizeOf = ({ length }: string, { tokens }: OperationLimits): number =>
  Math.min(mostKept, 1 + length + bytesPerToken * Math.min(length, tokens));

/** The one executor, for GraphQL and REST: reads and measures documents once, and runs their operations by plans. */
export class Executor {
  readonly #documents: LRUCache<string, ReadDocument>;

  readonly #trusted = new Map<string, PreparedDocument>();

  /** @throws OperatorError for a trusted document that cannot run */
  constructor(private readonly deps: ExecutorDeps) {
    this.#documents = new LRUCache({ max: deps.capacity ?? 1_000, maxSize: mostKept });
    for (const [digest, source] of deps.trusted ?? []) this.#trusted.set(digest, this.#trust(digest, source));
  }

  #trust(digest: string, source: string): PreparedDocument {
    const prepared = this.#prepare(source, digest);
    if (!prepared.errors) return prepared;
    throw new OperatorError(`the trusted document ${digest} cannot run: ${prepared.errors[0]?.message ?? ''}`);
  }

  /** Names of the operations of trusted documents. */
  trustedNames(): readonly string[] {
    return [...this.#trusted.values()].flatMap(({ names }) => names).filter((name) => name !== '');
  }

  /**
   * Parses, measures and validates, in this order; each stops what is too large for the next.
   * @param digest of the source: SHA-256, hexadecimal
   */
  prepare(source: string, digest: string): ReadDocument {
    const known = this.known(digest);
    if (known) return known;
    const prepared = this.#prepare(source, digest);
    this.#documents.set(digest, prepared, { size: sizeOf(source, this.deps.limits) });
    return prepared;
  }

  /** A trusted document, or one that was prepared lately. */
  known(digest: string): ReadDocument | undefined {
    return this.#trusted.get(digest) ?? this.#documents.get(digest);
  }

  /** Whether the operation of this name, else the first one, is a subscription. Of the document nothing but its syntax is looked at. */
  subscribes(source: string, name: string | undefined): boolean {
    if (!source.includes('subscription')) return false;
    const document = readDocument(source, this.deps.limits);
    if (document instanceof GraphQLError) return false;
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const chosen = operations.find((node) => node.name?.value === name) ?? operations[0];
    return chosen?.operation === OperationTypeNode.SUBSCRIPTION;
  }

  #prepare(source: string, digest: string): ReadDocument {
    const { schema, limits } = this.deps;
    const document = readDocument(source, limits);
    if (document instanceof GraphQLError) return { errors: [document] };
    const tooLarge = checkShape(document, limits);
    if (tooLarge) return { errors: [tooLarge] };
    const conditional = conditionalSubscriptions(document);
    const invalid = conditional.length > 0 ? conditional : validate(schema, document, undefined, { maxErrors: 20 });
    if (invalid.length > 0) return { errors: invalid.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')) };

    return new PreparedDocument(schema, document, digest);
  }

  /**
   * What the operation costs with these variables.
   * @throws GraphQLError LIMIT_EXCEEDED
   */
  checkCost(operation: PreparedOperation, variables: Variables): number {
    const { limits } = this.deps;
    const cost = operation.costs.of(variables);
    if (cost > limits.cost) throw overLimit('cost', cost, limits.cost);
    return cost;
  }

  /**
   * Opens the events that a subscription follows; each of them is then run as `root`.
   * @returns errors where the subscription itself fails
   */
  async follow(
    { document, node, coerce }: PreparedOperation,
    context: object,
    variables: Variables,
  ): Promise<AsyncIterable<unknown> | ExecutionResult> {
    const { schema } = this.deps;
    // Reading them there has no bound on mistakes.
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

  /** @param root the event, of a subscription */
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
   * @throws Error when it does not fit the schema
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

  /** As `own`, at the first call: there are hundreds of them, a start need not wait for all, and tests read each. */
  ownAtFirstUse(document: DocumentNode, name: string): OwnOperation {
    let execute: OwnOperation | undefined;
    return (context, variables) => {
      execute ??= this.own(document, name);
      return execute(context, variables);
    };
  }
}

/** Parses what is not too large to be parsed. */
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

const withCode = (error: GraphQLError, code: string) =>
  restated(error, readableMessage(error), { ...error.extensions, code });
