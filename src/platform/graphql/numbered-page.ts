import 'reflect-metadata';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { problem } from '../problems.js';
import { declareObjectType } from './declare.js';
import type { DeclaredType, TypeThunk } from './declare.js';
import { defaultPageSize, largestPageSize } from './connection.js';

/**
 * Pages by number, for lists that REST pages so too.
 *
 * @example
 * export const StateVersionPage = numberedPageType('StateVersion', () => StateVersion);
 *
 * @Query(() => StateVersionPage, { description: 'State versions of a workspace, newest first, by page number.' })
 * stateVersionPage(@Args(() => NumberedPageArgs) args: NumberedPageArgs, …) {
 *   return context.state.versions.page(requireCaller(context), filter, pageWindow(args));
 * }
 * // the store
 * const rows = await prisma.stateVersion.findMany({ where, orderBy, skip: window.skip, take: window.size });
 * return numberedPage(rows, window, totalCount);
 */
@ArgsType()
export class NumberedPageArgs {
  @Field(() => Int, { nullable: true, description: 'The page number, from 1. Defaults to 1.' })
  page?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: `Number of items per page. Defaults to ${defaultPageSize}, at most ${largestPageSize}.`,
  })
  pageSize?: number | null;
}

export interface PageWindow {
  /** From 1. */
  readonly number: number;
  readonly size: number;
  readonly skip: number;
}

/** @throws INVALID_PARAMETER naming the argument that is below 1; a page size above {@link largestPageSize} means that */
export function pageWindow({ page, pageSize }: Pick<NumberedPageArgs, keyof NumberedPageArgs>): PageWindow {
  const number = atLeastOne('page', page ?? 1);
  const size = Math.min(atLeastOne('pageSize', pageSize ?? defaultPageSize), largestPageSize);
  return { number, size, skip: (number - 1) * size };
}

function atLeastOne(argument: string, value: number): number {
  if (value < 1) throw problem('INVALID_PARAMETER', `${argument} must be at least 1`, [argument]);
  return value;
}

@ObjectType('Pagination', { simpleResolvers: true, description: 'Position of a numbered page.' })
export class Pagination {
  @Field(() => Int, { description: 'The requested page number, even if it is beyond the last page.' })
  currentPage!: number;

  @Field(() => Int, { description: 'Number of items per page.' })
  pageSize!: number;

  @Field(() => Int, { nullable: true, description: 'Number of the previous page. Null on the first page.' })
  prevPage!: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of the next page. Null on the last page and beyond.' })
  nextPage!: number | null;

  @Field(() => Int, { description: 'Number of pages, at least 1.' })
  totalPages!: number;

  @Field(() => Int, { description: 'Number of items on all pages.' })
  totalCount!: number;
}

export interface NumberedPage<T> {
  readonly items: readonly T[];
  readonly pagination: Readonly<Pick<Pagination, keyof Pagination>>;
}

/** Declares `<name>Page`; resolvers answer it with a {@link NumberedPage}. */
export function numberedPageType(
  name: string,
  item: TypeThunk,
  description = 'A page of a list, by number.',
): DeclaredType {
  return declareObjectType(`${name}Page`, description, {
    items: { type: () => [item()], description: 'The objects of this page; none beyond the last page.' },
    pagination: { type: () => Pagination, description: 'Position of this page in the list.' },
  });
}

export function numberedPage<T>(
  items: readonly T[],
  { number, size }: PageWindow,
  count: number | bigint,
): NumberedPage<T> {
  const totalCount = Number(count);
  const totalPages = Math.max(1, Math.ceil(totalCount / size));
  return {
    items,
    pagination: {
      currentPage: number,
      pageSize: size,
      prevPage: number > 1 ? number - 1 : null,
      nextPage: number < totalPages ? number + 1 : null,
      totalPages,
      totalCount,
    },
  };
}
