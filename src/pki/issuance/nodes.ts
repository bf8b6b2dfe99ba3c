import { requireCaller } from '../../identity/context.js';
import type { NodeLoaders } from '../../platform/graphql/node.js';
import type { PkiContext } from '../context.js';
import { toRole } from '../roles/role.type.js';

/** Roles and certificates by id, authorized like reads by path. */
export const issuanceNodes: NodeLoaders<PkiContext> = {
  role: {
    type: 'Role',
    load: async (id, context) => toRole(await context.pki.roles.byId(requireCaller(context), id)),
  },
  crt: {
    type: 'Certificate',
    load: (id, context) => context.pki.certificates.byId(id),
  },
};
