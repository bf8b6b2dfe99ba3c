import { registerEnumType } from 'type-graphql';

/** Who sees something in lists, with Vault's words. Empty for the default, which is `hidden`. */
export type ListingVisibility = '' | 'hidden' | 'unauth';

export const ListingVisibilityEnum = {
  DEFAULT: '',
  HIDDEN: 'hidden',
  UNAUTH: 'unauth',
} as const satisfies Record<string, ListingVisibility>;
registerEnumType(ListingVisibilityEnum, {
  name: 'ListingVisibility',
  description: 'Who sees a mount in `visibleMounts`. Of a method to sign in, it is only stored.',
  valuesConfig: {
    DEFAULT: { description: 'As `HIDDEN`.' },
    HIDDEN: { description: 'Callers who may do anything in it.' },
    UNAUTH: { description: 'Everybody.' },
  },
});
