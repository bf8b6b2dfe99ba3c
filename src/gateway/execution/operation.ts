import { GraphQLError } from 'graphql';
import type { ExecutionResult, FormattedExecutionResult } from 'graphql';
import { readable } from '../../platform/problems.js';
import type { Cost, CostBudget } from './budget.js';
import { spentOn } from './budget.js';
import { cutAnswer } from './cut-answer.js';
import type { EndableContext, GatewayContext } from '../context.js';
import type { Executor, Variables } from './executor.js';
import type { PreparedOperation, ReadDocument } from './prepared.js';
import { overLimit } from './limits.js';
import { readableMessage, shownError, withoutSuggestions } from '../graphql/problems.js';
import { OperationRun } from './operation-run.js';
import type { RunningDeps } from './operation-run.js';

/** What is needed to run an operation for a caller of any transport. */
export interface OperationDeps extends RunningDeps {
  readonly executor: Executor;
  readonly budget: CostBudget;
}

/** Refused before it ran. */
export class Refused extends Error {
  constructor(readonly errors: readonly [GraphQLError, ...GraphQLError[]]) {
    super('refused');
  }
}

/** The operation of a request, if its caller may run it. @throws Refused */
export function admitted(
  { settings }: Pick<OperationDeps, 'settings'>,
  prepared: ReadDocument,
  name: string | undefined,
  { caller }: Pick<GatewayContext, 'caller'>,
): PreparedOperation {
  if (prepared.errors) {
    const [first, ...rest] = caller ? prepared.errors : prepared.errors.map(withoutSuggestions);
    throw first ? new Refused([first, ...rest]) : unresolved('The document cannot run');
  }
  const operation = prepared.operation(name);
  if (!operation) {
    throw unresolved(name === undefined ? 'operationName must name the operation' : `No operation is called ${name}`);
  }
  if (operation.introspects && (settings.introspection === 'nobody' || !caller)) {
    const code = settings.introspection === 'nobody' ? 'GRAPHQL_VALIDATION_FAILED' : 'UNAUTHENTICATED';
    const message =
      code === 'UNAUTHENTICATED' ? 'Reading the schema requires a valid token' : 'Reading the schema is disabled';
    throw new Refused([new GraphQLError(message, { extensions: { code } })]);
  }
  return operation;
}

/** For a missing operation, or one that the transport does not accept. */
export const unresolved = (message: string): Refused =>
  new Refused([new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })]);

export interface Answered extends FormattedExecutionResult {
  readonly extensions: {
    readonly cost: Cost;
    /** For a subscription, the event of this response: the next subscription continues after it. */
    readonly eventId?: string;
  };
}

/**
 * Computes the cost of the operation, takes it from its caller's budget, and runs it.
 * @param root the event of a subscription
 * @throws GraphQLError LIMIT_EXCEEDED, and whatever the execution itself throws: {@link refusalOf} converts it to errors
 */
export async function answered(
  deps: OperationDeps,
  operation: PreparedOperation,
  context: EndableContext,
  variables: Variables,
  root?: unknown,
): Promise<Answered> {
  const settle = deps.budget.take(context, deps.executor.checkCost(operation, variables));
  const { errors, ...rest } = await run(deps, operation, context, variables, root);
  const spent = spentOn(rest.data);
  const cost = settle(spent.objects);
  const extensions = { cost };
  const own = (errors ?? []).map((error) => shown(error, deps, context));
  const { characters } = spent;
  const { mostText } = deps.executor;
  if (characters <= mostText) return { ...(errors && { errors: asJson(own) }), ...rest, extensions };
  // What a mutation has done is done: its caller hears of it.
  if (operation.identity.type === 'mutation' && rest.data) {
    const { data, errors: cut } = cutAnswer(rest.data, characters, mostText);
    return { errors: asJson([...own, ...cut]), data, extensions };
  }
  const tooLarge = overLimit('text', characters, mostText);
  // The next event may fit. Who continued before this one would only get it again.
  if (operation.isSubscription) return { errors: asJson([...own, tooLarge]), data: null, extensions };
  throw tooLarge;
}

const asJson = (errors: readonly GraphQLError[]) => errors.map((error) => error.toJSON());

/** What was thrown before or instead of a response, in a form that its caller may see. */
export function refusalOf(
  error: unknown,
  { log }: Pick<OperationDeps, 'log'>,
  context: Pick<GatewayContext, 'origin'>,
): readonly [GraphQLError, ...GraphQLError[]] {
  return error instanceof Refused ? error.errors : [shownError(asGraphQL(error), log, context.origin.requestId)];
}

const asGraphQL = (error: unknown) =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError('failed', { originalError: error instanceof Error ? error : new Error(String(error)) });

async function run(
  deps: OperationDeps,
  operation: PreparedOperation,
  context: EndableContext,
  variables: Variables,
  root: unknown,
): Promise<ExecutionResult> {
  const run = new OperationRun(deps, operation.identity, context);
  try {
    const running = run.execute(() => deps.executor.run(operation, context, variables, root));
    const result = 'then' in running ? await running : running;
    if (!result.errors) run.outcome = 'ok';
    return result;
  } finally {
    run.end();
  }
}

/** Coercion errors are the caller's and have no path; all others are checked for internals. */
export function shown(
  error: GraphQLError,
  { log }: Pick<OperationDeps, 'log'>,
  { caller, origin }: Pick<GatewayContext, 'caller' | 'origin'>,
): GraphQLError {
  if (error.path !== undefined) return shownError(error, log, origin.requestId);
  const coercion = new GraphQLError(readable(readableMessage(error)), {
    nodes: error.nodes ?? null,
    extensions: { code: 'BAD_USER_INPUT' },
  });
  return caller ? coercion : withoutSuggestions(coercion);
}
