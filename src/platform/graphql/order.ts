import { registerEnumType } from 'type-graphql';

export type OrderDirection = 'ASC' | 'DESC';

/**
 * Which way a list is sorted. A list that can be sorted takes `orderBy`, of a type of its own with `field` and `direction`.
 *
 * @example
 * @InputType({ description: 'What a list of workspaces is sorted by.' })
 * export class WorkspaceOrder {
 *   @Field(() => WorkspaceOrderFieldEnum, { description: 'By what.' })
 *   field!: WorkspaceOrderField;
 *
 *   @Field(() => OrderDirectionEnum, { description: 'Which way.' })
 *   direction!: OrderDirection;
 * }
 *
 * @Arg('orderBy', () => WorkspaceOrder, { defaultValue: { field: 'name', direction: 'ASC' }, description: 'In what order.' })
 */
export const OrderDirectionEnum = { ASC: 'ASC', DESC: 'DESC' } as const satisfies Record<string, OrderDirection>;

registerEnumType(OrderDirectionEnum, {
  name: 'OrderDirection',
  description: 'Direction of sorting.',
  valuesConfig: {
    ASC: { description: 'Ascending: A before Z, earlier before later.' },
    DESC: { description: 'Descending: Z before A, later before earlier.' },
  },
});
