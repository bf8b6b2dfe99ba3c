import { requireCaller } from '../../identity/context.js';
import type { NodeLoaders } from '../../platform/graphql/node.js';
import type { PkiContext } from '../context.js';
import { toRole } from '../roles/role.type.js';

/** Roles and certificates by id. Roles are read like by path; certificates are for whoever has a token. */
export const issuanceNodes: NodeLoaders<PkiContext> = {
  role: {
    type: 'Role',
    load: async (id, context) => toRole(await context.pki.roles.byId(requireCaller(context), id)),
  },
  crt: {
    type: 'Certificate',
    load: (id, context) => {
      requireCaller(context);
      return context.pki.certificates.byId(id);
    },
  },
};
