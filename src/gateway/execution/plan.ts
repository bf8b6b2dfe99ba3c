import { GraphQLError, Kind, OperationTypeNode, visit } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { answerOf, isAnswerLater, serialAnswerOf } from './completion.js';
import { FieldErrors } from './field-errors.js';
import { selectionOf } from './fields.js';
import { fragmentsOf } from './limits.js';
import type { Run, Coerced, Selection } from './selection.js';

/**
 * An operation with everything that is the same at each run: which fields exist on which type, and how they are resolved and completed. It is computed as
 * objects occur, and kept separately for each combination of skip and include variables.
 *
 * The rules are those of GraphQL (October 2021, 6), and a test compares with graphql-js.
 */
export class OperationPlan {
  readonly #fragments: Run['fragments'];
  readonly #conditions: readonly string[];
  readonly #selections: LRUCache<string, Selection> | null;

  /** @param mostKept combinations of skip and include that are kept; 0 for none */
  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly operation: OperationDefinitionNode,
    mostKept: number,
  ) {
    this.#fragments = Object.fromEntries(fragmentsOf(document));
    this.#conditions = conditionsOf(document);
    this.#selections = mostKept === 0 ? null : new LRUCache({ max: mostKept });
  }

  /** @param variables coerced @returns a response immediately if nothing waits; never rejects */
  run(context: unknown, variables: Coerced, root: unknown): ExecutionResult | Promise<ExecutionResult> {
    const { schema, operation } = this;
    const errors = new FieldErrors();
    const run: Run = { schema, fragments: this.#fragments, operation, root, context, variables, errors };
    const whole = (data: NonNullable<ExecutionResult['data']> | null): ExecutionResult =>
      errors.all.length === 0 ? { data } : { errors: errors.all, data };
    const failed = (error: unknown): ExecutionResult => {
      if (!(error instanceof GraphQLError)) throw error;
      errors.add(error, undefined);
      return whole(null);
    };
    try {
      const selection = this.#selectionOf(variables);
      const isSerial = operation.operation === OperationTypeNode.MUTATION;
      const answer = isSerial ? serialAnswerOf(run, selection, root) : answerOf(run, selection, root, undefined);
      return isAnswerLater(answer) ? answer.then(whole, failed) : whole(answer);
    } catch (error) {
      return failed(error);
    }
  }

  #selectionOf(variables: Coerced): Selection {
    const key = this.#conditions.length === 0 ? '' : this.#conditions.map((name) => String(variables[name])).join();
    const known = this.#selections?.get(key);
    if (known) return known;
    const { schema, operation } = this;
    const type = schema.getRootType(operation.operation);
    if (!type) throw new GraphQLError(`There is no ${operation.operation}`, { nodes: operation });
    const scope = { schema, fragments: this.#fragments };
    const selection = selectionOf(scope, type, [operation.selectionSet], variables);
    this.#selections?.set(key, selection);
    return selection;
  }
}

/** Names of the variables in skip and include conditions. */
function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
