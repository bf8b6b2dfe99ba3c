import { requireCaller } from '../identity/context.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import type { PkiContext } from './context.js';
import { toIssuer } from './issuers/issuer.type.js';
import { toIssuerKey } from './keys/key.type.js';
import { toMount } from './mounts/mount.type.js';

/** Mounts, issuers and keys by id, authorized like reads by path. */
export const authorityNodes: NodeLoaders<PkiContext> = {
  mnt: {
    type: 'Mount',
    load: async (id, context) => {
      const path = await context.pki.mounts.pathOf({ id });
      return path === null ? null : toMount(await context.pki.mounts.read(requireCaller(context), path));
    },
  },
  iss: {
    type: 'Issuer',
    load: async (id, context) => {
      const path = await context.pki.mounts.pathOf({ issuers: { some: { id } } });
      return path === null ? null : toIssuer(await context.pki.issuers.read(requireCaller(context), path, id));
    },
  },
  key: {
    type: 'IssuerKey',
    load: async (id, context) => {
      const path = await context.pki.mounts.pathOf({ keys: { some: { id } } });
      return path === null ? null : toIssuerKey(await context.pki.keys.read(requireCaller(context), path, id));
    },
  },
};
