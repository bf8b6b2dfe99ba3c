import { requireCaller } from '../identity/context.js';
import { whole } from '../platform/graphql/guarded.js';
import { keyField } from '../platform/graphql/entity.js';
import type { EntityKeys } from '../platform/graphql/entity.js';
import type { PkiContext } from './context.js';
import { toCelRole } from './cel-roles/cel-role.type.js';
import { toIssuer } from './issuers/issuer.type.js';
import { toMount } from './mounts/mount.type.js';
import { toRole } from './roles/role.type.js';

/** How other subgraphs may name what is in the certificate authority. */
export const pkiEntities: EntityKeys<PkiContext> = {
  Mount: [
    {
      fields: ['path'],
      load: async (key, context) => {
        const mount = await context.pki.visibleTo(requireCaller(context)).mount(keyField(key, 'path'));
        return mount && whole(toMount(mount));
      },
    },
  ],
  Issuer: [
    {
      fields: ['mountPath', 'uuid'],
      load: async (key, context) => {
        const found = context.pki.byId(requireCaller(context));
        const issuer = await found.issuerOf(keyField(key, 'mountPath'), keyField(key, 'uuid'));
        return issuer && whole(toIssuer(issuer));
      },
    },
  ],
  Role: [
    {
      fields: ['mountPath', 'name'],
      load: async (key, context) => {
        const visible = context.pki.visibleTo(requireCaller(context));
        const role = await visible.role(keyField(key, 'mountPath'), keyField(key, 'name'));
        return role && whole(toRole(role));
      },
    },
  ],
  CelRole: [
    {
      fields: ['mountPath', 'name'],
      load: async (key, context) => {
        const visible = context.pki.visibleTo(requireCaller(context));
        const role = await visible.celRole(keyField(key, 'mountPath'), keyField(key, 'name'));
        return role && whole(toCelRole(role));
      },
    },
  ],
  Certificate: [
    {
      fields: ['mountPath', 'serialNumber'],
      load: (key, context) =>
        context.pki
          .byId(requireCaller(context))
          .certificateNumbered(keyField(key, 'mountPath'), keyField(key, 'serialNumber')),
    },
  ],
};
