import { pkiRoutes } from '../../src/gateway/rest/vault/routes.js';
import type { VaultRoute, VaultVerb } from '../../src/gateway/rest/vault/route.js';
import type { Soil } from './ground.js';
import { readyValue } from './ready.js';

const methods: Readonly<Record<VaultVerb, string>> = {
  read: 'GET',
  list: 'LIST',
  update: 'POST',
  patch: 'PATCH',
  delete: 'DELETE',
};

const params: Readonly<Record<string, readonly string[]>> = {
  type: ['internal', 'exported', 'existing', 'kms'],
  ref: ['default', '{{issuer}}', '{{key}}'],
  role: ['web'],
  name: ['web', '{{unique}}', 'default'],
  serial: ['{{serial}}', 'ca', 'crl', '01:02'],
  path: ['{{mount}}', '{{unique}}', '{{mount}}/issue/web'],
  lease_id: ['{{mount}}/issue/web/abc'],
};

/** Fields without which there is nothing to do. */
const needed =
  /^(?:common_name|csr|certificate|pem_bundle|private_key|serial_number|policy|paths|crls|crl_number|type|default|name|format)$/;

const rows = [
  ...pkiRoutes.system.map((row) => ({ row, below: '' })),
  ...pkiRoutes.mount.map((row) => ({ row, below: '{{mount}}/' })),
];
const rare = (row: VaultRoute) =>
  row.verb === 'delete' || /revoke-self|root\/(?:generate|rotate|replace)/.test(row.path);

/** The documented paths of the certificate authority, with documents of the fields that they name. */
const soil =
  (all: typeof rows): Soil =>
  (choices, papers) => {
    let chosen = choices.one(all);
    if (rare(chosen.row) && !choices.chance(15)) chosen = choices.one(all);
    const { row, below } = chosen;
    const place = row.path.replaceAll(/[:*](\w+)\??/g, (_match, name: string) => choices.one(params[name] ?? ['x']));
    const sent = Object.keys(row.fields).filter((name) =>
      needed.test(name) ? choices.chance(90) : choices.chance(20),
    );
    const writes = row.verb === 'update' || row.verb === 'patch';
    const type = row.verb === 'patch' ? 'application/merge-patch+json' : 'application/json';
    return {
      what: `${methods[row.verb]} ${below === '' ? '' : '<mount>/'}${row.path}`,
      method: methods[row.verb],
      path: `/v1/${below}${place}`,
      headers: { ...(choices.chance(50) && { 'x-vault-request': 'true' }), ...(writes && { 'content-type': type }) },
      speech: 'vault',
      document: writes ? Object.fromEntries(sent.map((name) => [name, readyValue(name, choices, papers)])) : undefined,
    };
  };

export const vaultSoil = soil(rows);
/** Those that take a document. */
export const vaultDocuments = soil(rows.filter(({ row }) => Object.keys(row.fields).length > 0 && !rare(row)));
