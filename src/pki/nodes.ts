import { requireCaller } from '../identity/context.js';
import { whole } from '../platform/graphql/guarded.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import type { FoundById } from './by-id.js';
import type { PkiContext } from './context.js';
import { toCelRole } from './cel-roles/cel-role.type.js';
import { toIssuer } from './issuers/issuer.type.js';
import { toIssuerKey } from './keys/key.type.js';
import { toManagedKey } from './managed-keys/managed-key.type.js';
import { toMount } from './mounts/mount.type.js';
import { toRevocation } from './revocation/revocation.type.js';
import { toRole } from './roles/role.type.js';

/** What `node(id)` finds in the certificate authority. */
export const pkiNodes: NodeLoaders<PkiContext> = {
  mnt: node('Mount', (found, id) => found.mount(id), toMount),
  iss: node('Issuer', (found, id) => found.issuer(id), toIssuer),
  key: node('IssuerKey', (found, id) => found.key(id), toIssuerKey),
  mk: node('ManagedKey', (found, id) => found.managedKey(id), toManagedKey),
  role: node('Role', (found, id) => found.role(id), toRole),
  celrole: node('CelRole', (found, id) => found.celRole(id), toCelRole),
  // Every caller with a token may read a certificate, but not its role.
  crt: {
    type: 'Certificate',
    load: (id, context) => context.pki.byId(requireCaller(context)).certificate(id),
  },
  rev: node('Revocation', (found, id) => found.revocation(id), toRevocation),
};

function node<Found>(
  type: string,
  find: (found: FoundById, id: string) => Promise<Found | null>,
  shown: (found: Found) => object,
): NodeLoaders<PkiContext>[string] {
  return {
    type,
    load: async (id, context) => {
      const found = await find(context.pki.byId(requireCaller(context)), id);
      return found && whole(shown(found));
    },
  };
}
