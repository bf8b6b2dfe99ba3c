import { TrustateError } from './outcome.js';
import type { Outcome, RequestProblem } from './outcome.js';

/** Variables of a query with pages. */
export interface PageVariables {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** The fields that a page must select. */
export interface ConnectionOf<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
}

/**
 * Walks from page to page.
 * @throws TrustateError
 */
export async function* pagesOf<Data, Variables extends PageVariables, Node>(
  read: (variables: Variables) => Promise<Outcome<Data>>,
  variables: Variables,
  connectionIn: (data: Data) => ConnectionOf<Node> | null | undefined,
): AsyncGenerator<Node, void, undefined> {
  let page = variables;
  for (;;) {
    const outcome = await read(page);
    if (!outcome.ok) throw new TrustateError(outcome.problems);
    const connection = connectionIn(outcome.data);
    if (!connection) throw new TrustateError([notThere]);
    yield* connection.nodes;
    const { hasNextPage, endCursor } = connection.pageInfo;
    if (!hasNextPage || endCursor == null) return;
    page = { ...page, after: endCursor };
  }
}

const notThere: RequestProblem = {
  kind: 'request',
  code: 'NOT_FOUND',
  message: 'The owner of the list does not exist, or you may not see it',
  path: [],
  status: 200,
  retryAfterSeconds: null,
};
