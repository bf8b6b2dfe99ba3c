import { registerEnumType } from 'type-graphql';

/** How given tags are combined with those that are bound already. */
export const BindingModeEnum = { ADD: 'add', REPLACE: 'replace' } as const;
export type BindingMode = (typeof BindingModeEnum)[keyof typeof BindingModeEnum];

registerEnumType(BindingModeEnum, {
  name: 'TagBindingMode',
  description: 'How the given tags are combined with the tags that are bound already.',
  valuesConfig: {
    ADD: { description: 'The given tags are added. A key that is bound already gets the new value.' },
    REPLACE: { description: 'The given tags replace the tags that are bound already.' },
  },
});
