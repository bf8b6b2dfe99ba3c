import { requireCaller } from '../../identity/context.js';
import type { NodeLoaders } from '../../platform/graphql/node.js';
import type { PkiContext } from '../context.js';
import { toRevocation } from './revocation.type.js';

/** Revocations by id, for who may list those of the mount. */
export const revocationNodes: NodeLoaders<PkiContext> = {
  rev: {
    type: 'Revocation',
    load: async (id, { pki, ...context }) => {
      const row = await pki.revocations.read(requireCaller(context), id);
      return row && toRevocation(row);
    },
  },
};
