import {
  createSourceEventStream,
  execute,
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  visit,
} from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { OperatorError } from '../platform/operator-error.js';
import type { DocumentManifest } from './documents.js';
import { readableMessage, restated } from './problems.js';
import { checkShape, checkSource, overLimit } from './limits.js';
import { OperationCosts, operationWeight } from './operation-weight.js';
import { plainValues } from './plain-values.js';
import type { OperationLimits } from './limits.js';
import { conditionalSubscriptions } from './subscription-rule.js';
import type { OperationIdentity } from './running.js';

export type Variables = Readonly<Record<string, unknown>>;

/** An operation of a document that was read, measured and found valid. */
export interface PreparedOperation {
  readonly identity: OperationIdentity;
  readonly node: OperationDefinitionNode;
  readonly document: DocumentNode;
  /** It asks for the schema itself. */
  readonly introspects: boolean;
  readonly costs: OperationCosts;
  readonly compilable: boolean;
  /** Whether the values of its variables are right without a closer look. */
  readonly isPlain: (variables: Variables) => boolean;
  uses: number;
  compiled: CompiledQuery | null | undefined;
}

/** A document that may run, or the errors that say why not. */
export type PreparedDocument =
  | {
      readonly document: DocumentNode;
      readonly operations: ReadonlyMap<string, PreparedOperation>;
      readonly errors?: undefined;
    }
  | { readonly errors: readonly GraphQLError[]; readonly operations?: undefined };

/** An operation of this repository, compiled. */
export type CompiledOperation = (context: object, variables: Variables) => Promise<ExecutionResult> | ExecutionResult;

export interface ExecutorDeps {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  /** Documents that are kept ready. */
  readonly capacity?: number;
  /** How often an operation is seen before it is compiled. */
  readonly compileAfter?: number;
  /** Documents that are ready from the start, stay so, and are compiled at their first use. */
  readonly trusted?: DocumentManifest | null;
}

/** Bytes that documents which are kept ready may take, about. */
const mostKept = 128 * 1024 * 1024;

/** Bytes that a parsed document takes for each of its words and signs, about. */
const bytesPerToken = 256;

/** Bytes that a document takes at most, about: its text, and what was made of its words, of which each takes a character. One always finds room. */
const sizeOf = ({ length }: string, { tokens }: OperationLimits): number =>
  Math.min(mostKept, 1 + length + bytesPerToken * Math.min(length, tokens));

/** Fields, counted once for each type they may lie on: above, compiling takes longer than it can ever save. */
const mostCompiled = 1_000;

const compiler = {
  disablingCapturingStackErrors: true,
  customJSONSerializer: false,
  useExperimentalPathBasedSkipInclude: true,
};

/** The one executor, for GraphQL and REST: reads and measures documents once, compiles those that are worth it. */
export class Executor {
  readonly #documents: LRUCache<string, PreparedDocument>;

  readonly #trusted = new Map<string, PreparedDocument>();

  /** @throws OperatorError for a trusted document that cannot run */
  constructor(private readonly deps: ExecutorDeps) {
    this.#documents = new LRUCache({ max: deps.capacity ?? 1_000, maxSize: mostKept });
    for (const [digest, source] of deps.trusted ?? []) this.#trusted.set(digest, this.#trust(digest, source));
  }

  #trust(digest: string, source: string): PreparedDocument {
    const prepared = this.#prepare(source, digest);
    const [error] = prepared.errors ?? [];
    if (error) throw new OperatorError(`the trusted document ${digest} cannot run: ${error.message}`);
    return prepared;
  }

  /** Names of the operations of trusted documents. */
  trustedNames(): readonly string[] {
    const prepared = [...this.#trusted.values()];
    return prepared.flatMap(({ operations }) => [...(operations?.keys() ?? [])]).filter((name) => name !== '');
  }

  /**
   * Parses, measures and validates, in this order; each stops what is too large for the next.
   * @param digest of the source: SHA-256, hexadecimal
   */
  prepare(source: string, digest: string): PreparedDocument {
    const known = this.known(digest);
    if (known) return known;
    const prepared = this.#prepare(source, digest);
    this.#documents.set(digest, prepared, { size: sizeOf(source, this.deps.limits) });
    return prepared;
  }

  /** A trusted document, or one that was prepared lately. */
  known(digest: string): PreparedDocument | undefined {
    return this.#trusted.get(digest) ?? this.#documents.get(digest);
  }

  #prepare(source: string, digest: string): PreparedDocument {
    const { schema, limits } = this.deps;
    const unreadable = checkSource(source, limits);
    if (unreadable) return { errors: [unreadable] };
    let document: DocumentNode;
    try {
      document = parse(source, { maxLexicalTokens: limits.tokens });
    } catch (error) {
      return { errors: [syntaxError(error, limits)] };
    }
    const tooLarge = checkShape(document, limits);
    if (tooLarge) return { errors: [tooLarge] };
    const conditional = conditionalSubscriptions(document);
    const invalid = conditional.length > 0 ? conditional : validate(schema, document, undefined, { maxErrors: 20 });
    if (invalid.length > 0) return { errors: invalid.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')) };

    const operations = new Map<string, PreparedOperation>();
    for (const node of document.definitions) {
      if (node.kind === Kind.OPERATION_DEFINITION) {
        operations.set(node.name?.value ?? '', prepareOperation(schema, document, node, digest));
      }
    }
    return { document, operations };
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
    { document, node }: PreparedOperation,
    context: object,
    variables: Variables,
  ): Promise<AsyncIterable<unknown> | ExecutionResult> {
    const { schema } = this.deps;
    const operationName = node.name?.value ?? null;
    return createSourceEventStream({
      schema,
      document,
      operationName,
      contextValue: context,
      variableValues: variables,
    });
  }

  run(
    operation: PreparedOperation,
    context: object,
    variables: Variables,
    root?: unknown,
  ): Promise<ExecutionResult> | ExecutionResult {
    const { schema } = this.deps;
    operation.uses += 1;
    const compileAfter = this.deps.trusted ? 0 : (this.deps.compileAfter ?? 5);
    if (operation.compiled === undefined && operation.compilable && operation.uses > compileAfter) {
      operation.compiled = compiled(schema, operation.document, operation.node.name?.value);
    }
    if (!operation.compiled) {
      return execute({
        schema,
        document: operation.document,
        operationName: operation.node.name?.value ?? null,
        contextValue: context,
        variableValues: variables,
        rootValue: root,
      });
    }
    if (!operation.isPlain(variables)) {
      // The compiler's own coercion lets wrong values of one-of inputs through.
      const { errors } = getVariableValues(schema, operation.node.variableDefinitions ?? [], variables, {
        maxErrors: 20,
      });
      if (errors) return { errors };
    }
    return operation.compiled.query(undefined, context, variables);
  }

  /**
   * Compiles an operation of this repository. Its variables come from our own code, already of their types.
   * @throws Error when it does not fit the schema
   */
  compile(document: DocumentNode, name: string): CompiledOperation {
    const { schema } = this.deps;
    const [invalid] = validate(schema, document);
    if (invalid) throw new Error(`the operation ${name} does not fit the schema: ${invalid.message}`);
    const query = compiled(schema, document, name);
    if (!query) throw new Error(`the operation ${name} cannot be compiled`);
    return (context, variables) => query.query(undefined, context, variables);
  }

  /** As `compile`, at the first call: there are hundreds of them, a start need not wait for all, and tests compile each. */
  compileAtFirstUse(document: DocumentNode, name: string): CompiledOperation {
    let execute: CompiledOperation | undefined;
    return (context, variables) => {
      execute ??= this.compile(document, name);
      return execute(context, variables);
    };
  }
}

function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  node: OperationDefinitionNode,
  digest: string,
): PreparedOperation {
  const weight = operationWeight(schema, document, node, {});
  const names = new Set<string>();
  visit(document, { Field: (field) => void names.add(field.name.value) });
  const introspects = names.has('__schema') || names.has('__type');
  return {
    identity: { name: node.name?.value, type: node.operation, digest: () => digest },
    node,
    document,
    introspects,
    costs: new OperationCosts(schema, document, node),
    compilable: weight.compiled <= mostCompiled && !introspects && node.operation !== OperationTypeNode.SUBSCRIPTION,
    isPlain: plainValues(schema, node),
    uses: 0,
    compiled: undefined,
  };
}

function compiled(schema: GraphQLSchema, document: DocumentNode, name: string | undefined): CompiledQuery | null {
  const query = compileQuery(schema, document, name, compiler);
  return isCompiledQuery(query) ? query : null;
}

function syntaxError(error: unknown, limits: OperationLimits): GraphQLError {
  if (!(error instanceof GraphQLError)) throw error;
  if (error.message.includes('tokens. Parsing aborted')) return overLimit('tokens', limits.tokens + 1, limits.tokens);
  return withCode(error, 'GRAPHQL_PARSE_FAILED');
}

const withCode = (error: GraphQLError, code: string) =>
  restated(error, readableMessage(error), { ...error.extensions, code });
