import { getOperationAST, print } from 'graphql';
import type { DocumentNode, GraphQLError } from 'graphql';
import { problem } from '../../platform/problems.js';
import type { GatewayPorts } from '../ports.js';
import type { EndableContext } from '../context.js';
import type { Executor, OwnOperation } from '../execution/executor.js';
import { OperationRun } from '../execution/operation-run.js';
import type { OperationIdentity } from '../execution/operation-run.js';
import { digestOf } from '../graphql/documents.js';
import type { ContextOfRequest } from '../graphql/exchange.js';
import { payloadNames, throwProblems } from './operation-documents.js';

export interface RestDeps extends Pick<
  GatewayPorts,
  'authenticate' | 'clock' | 'log' | 'metrics' | 'settings' | 'schema'
> {
  readonly executor: Executor;
  readonly receive: ContextOfRequest;
  /** The source of a table's operations; defaults to graphql/rest. */
  readonly operations?: (folder: string) => ReadonlyMap<string, DocumentNode>;
}

/** Runs one operation with variables. @returns its data */
export type Run = (context: EndableContext, variables: object) => Promise<object>;

/** An error without a path happened before anything ran: a value that does not match its variable. Tables read the fields, so this is rare. */
function requestError({ path, message }: GraphQLError): Error | null {
  return path === undefined ? problem('INVALID_INPUT', inWordsOfRest(message)) : null;
}

/** Without words of GraphQL, which callers of REST did not use: `after: expected bytes in hexadecimal`. */
function inWordsOfRest(message: string): string {
  const [, variable = '', place, why = ''] =
    /^Variable "\$(\w+)" got invalid value .*?(?: at "([^"]*)")?; ((?:(?!; ).)*)$/s.exec(message) ?? [];
  return variable === '' ? message : `${place ?? variable}: ${why.replace(/^\w+ cannot be read: /, '')}`;
}

/** The hash is computed on request: most operations are never slow. */
function identityOf(name: string, document: DocumentNode): OperationIdentity {
  const type = getOperationAST(document, name)?.operation ?? 'query';
  let digest: string | undefined;
  return { name, type, digest: () => (digest ??= digestOf(print(document))) };
}

/** Runs a route's operation. @throws ProblemError, or whatever a resolver threw */
export function runner(name: string, operations: ReadonlyMap<string, DocumentNode>, deps: RestDeps): Run {
  const document = operations.get(name);
  if (!document) throw new Error(`no operation is called ${name}`);
  const execute: OwnOperation = deps.executor.ownAtFirstUse(document, name);
  const payloads = payloadNames(deps.schema, document);
  const identity = identityOf(name, document);
  deps.metrics.knowOperation(name);
  return async (context, variables) => {
    const run = new OperationRun(deps, identity, context);
    try {
      const running = run.execute(() => execute(context, { ...variables }));
      const { data, errors } = 'then' in running ? await running : running;
      if (errors?.[0]) throw requestError(errors[0]) ?? errors[0];
      if (!data) throw new Error(`the operation ${name} answered nothing`);
      run.outcome = 'problems';
      throwProblems(data, payloads);
      run.outcome = 'ok';
      return data;
    } finally {
      run.end();
    }
  };
}
