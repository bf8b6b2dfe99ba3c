import { registerEnumType } from 'type-graphql';

export type OrderDirection = 'ASC' | 'DESC';

/** The argument `orderBy` of a list, with its default. */
export const orderArgument = <Order extends { readonly field: string; readonly direction: OrderDirection }>(
  defaultValue: Order,
) => ({ defaultValue, description: `The sort order. Defaults to the ${defaultValue.field}.` }) as const;

/**
 * Which way a list is sorted. A list that can be sorted takes `orderBy`, of a type of its own with `field` and `direction`.
 *
 * @example
 * @InputType({ description: 'The sort order of a list of workspaces.' })
 * export class WorkspaceOrder {
 *   @Field(() => WorkspaceOrderFieldEnum, { description: 'The field to sort by.' })
 *   field!: WorkspaceOrderField;
 *
 *   @Field(() => OrderDirectionEnum, { description: 'The sort direction.' })
 *   direction!: OrderDirection;
 * }
 *
 * @Arg('orderBy', () => WorkspaceOrder, orderArgument({ field: 'name', direction: 'ASC' }))
 */
export const OrderDirectionEnum = { ASC: 'ASC', DESC: 'DESC' } as const satisfies Record<string, OrderDirection>;

registerEnumType(OrderDirectionEnum, {
  name: 'OrderDirection',
  description: 'The sort direction.',
  valuesConfig: {
    ASC: { description: 'Ascending: A before Z, earlier before later.' },
    DESC: { description: 'Descending: Z before A, later before earlier.' },
  },
});
