import 'reflect-metadata';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { problem } from '../problems.js';
import { declareObjectType } from './declare.js';
import type { DeclaredType, TypeThunk } from './declare.js';

/**
 * Relay connections. {@link connectionType} declares one; keyset.ts fills it from the database.
 *
 * @example
 * export const StateVersionConnection = connectionType('StateVersion', () => StateVersion, 'State versions, newest first.');
 *
 * @FieldResolver(() => StateVersionConnection, { description: 'Its state versions, newest first.' })
 * stateVersions(@Root() workspace: Workspace, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: StateContext) {
 *   return context.state.versions.list(requireCaller(context), workspace.id, pageAsked(args));
 * }
 * // state/versions/version.store.ts
 * const newestFirst = keyset({ createdAt: descending(instant), id: descending(text) });
 * list(workspaceId: WorkspaceId, page: PageAsked): Promise<Connection<StateVersionRow>> {
 *   return keysetPage(newestFirst, page, {
 *     rows: ({ where, orderBy, take }) => prisma.stateVersion.findMany({ where: { workspaceId, AND: [where] }, orderBy, take }),
 *     count: () => prisma.stateVersion.count({ where: { workspaceId } }),
 *   });
 * }
 * // Rows become nodes with mapConnection(connection, toStateVersion).
 */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

export interface PageInfoShape {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

export interface Connection<T> {
  readonly edges: readonly Edge<T>[];
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfoShape;
  /** Called only if `totalCount` is selected. */
  readonly count: () => number | bigint | Promise<number | bigint>;
}

export const defaultPageSize = 20;
export const largestPageSize = 100;

@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Number of items from the start. Defaults to ${defaultPageSize}, at most ${largestPageSize}.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Number of items from the end, instead of \`first\`. At most ${largestPageSize}.`,
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Only items before this cursor.' })
  before?: string | null;
}

/** Validated {@link ConnectionArgs}: `size` rows from one end of the range between the cursors. */
export interface PageAsked {
  readonly size: number;
  readonly from: 'start' | 'end';
  readonly after: string | null;
  readonly before: string | null;
}

/** @throws INVALID_PARAMETER naming the argument: a count that is negative or above {@link largestPageSize}, or `first` together with `last` */
export function pageAsked({ first, after, last, before }: Pick<ConnectionArgs, keyof ConnectionArgs>): PageAsked {
  if (typeof first === 'number' && typeof last === 'number') {
    throw problem('INVALID_PARAMETER', 'first and last cannot be given together', ['last']);
  }
  const cursors = { after: after ?? null, before: before ?? null };
  if (typeof last === 'number') return { size: pageSize('last', last), from: 'end', ...cursors };
  return { size: pageSize('first', first ?? defaultPageSize), from: 'start', ...cursors };
}

function pageSize(argument: string, count: number): number {
  if (count < 0) throw problem('INVALID_PARAMETER', `${argument} must not be negative`, [argument]);
  // A smaller page than was asked for would look like the last one to who counts.
  if (count > largestPageSize) {
    throw problem('INVALID_PARAMETER', `${argument} must be at most ${largestPageSize}`, [argument]);
  }
  return count;
}

@ObjectType('PageInfo', { simpleResolvers: true, description: 'Position of a page in a connection.' })
export class PageInfo implements PageInfoShape {
  @Field(() => Boolean, { description: 'Whether there are more items after `endCursor`.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there are more items before `startCursor`.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first edge; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge; null on an empty page.' })
  endCursor!: string | null;
}

/** Declares `<name>Connection` and `<name>Edge`; resolvers answer it with a {@link Connection}. */
export function connectionType(name: string, node: TypeThunk, description = 'A page of a list.'): DeclaredType {
  const edge = declareObjectType(`${name}Edge`, 'One object of a list, with its position.', {
    cursor: { type: () => String, description: 'Position in the list, for `after` and `before`.' },
    node: { type: node, description: 'The object.' },
  });
  return declareObjectType(
    `${name}Connection`,
    description,
    {
      edges: { type: () => [edge], description: 'The objects of this page, each with its cursor.' },
      nodes: { type: () => [node()], description: 'The objects of this page.' },
      pageInfo: { type: () => PageInfo, description: 'Position of this page in the list.' },
      totalCount: {
        type: () => Int,
        description: 'Number of items on all pages. It is only counted if you select it.',
      },
    },
    class {
      declare count?: Connection<unknown>['count'];

      async totalCount(): Promise<number> {
        return Number((await this.count?.()) ?? 0);
      }
    },
  );
}

/** The page of an empty list. */
export const noPage: Connection<never> = {
  edges: [],
  nodes: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  count: () => 0,
};

/** The same page with other nodes. */
export function mapConnection<T, U>(connection: Connection<T>, change: (node: T) => U): Connection<U> {
  const edges = connection.edges.map(({ cursor, node }) => ({ cursor, node: change(node) }));
  return { ...connection, edges, nodes: edges.map(({ node }) => node) };
}
