import { keyField } from '../platform/graphql/entity.js';
import type { EntityKeys } from '../platform/graphql/entity.js';
import { requireCaller } from './context.js';
import type { IdentityContext } from './context.js';

/** How other subgraphs may name organizations and users. */
export const identityEntities: EntityKeys<IdentityContext> = {
  Organization: [
    {
      fields: ['name'],
      load: async (key, context) => {
        const caller = requireCaller(context);
        const organization = await context.identity.load.organizationNamed.load(keyField(key, 'name'));
        const { access } = context.identity;
        return organization && access.allowsOnOrganization(caller, 'organization.read', organization.id)
          ? organization
          : null;
      },
    },
  ],
  User: [
    {
      fields: ['username'],
      load: (key, context) =>
        context.identity.visibleTo(requireCaller(context)).userNamed.load(keyField(key, 'username')),
    },
  ],
};
