import type { Filler, Value } from './filler.js';
import { at, first, idOf, padded, sql, text } from './people-rows.js';

const mount = sql(`(SELECT "id" FROM "Mount" WHERE "path" = 'pki')`);
const issuer = sql(`(SELECT "id" FROM "Issuer" ORDER BY "createdAt" LIMIT 1)`);
const uuid = (first: string): Value => padded(`${first}-0000-4000-8000-0000`);
/** In some years. */
const later: Value = ({ later: moment }) => moment;

/** Rows of what lies beside certificates: as many of each. */
export async function fillAuthority(filler: Filler, rows: number): Promise<void> {
  const put = (table: string, given: Readonly<Record<string, Value>>) => filler.put({ table, count: rows, given });
  await put('Lease', {
    ...{ id: padded('pki/issue/ec/grown-'), path: text('pki/issue/ec'), mountId: mount, issuerId: issuer },
    ...{ serialNumber: padded('4a000000000000000000000000000000'), issuedAt: at, expiresAt: later },
  });
  await put('CertificateMetadata', {
    ...{ id: idOf('crtmd'), mountId: mount, issuerId: issuer, roleName: text('ec') },
    ...{ serialNumber: padded('4a000000000000000000000000000000'), notAfter: later, storedAt: at },
    sealedMetadata: ({ octets }) => octets(64),
  });
  await put('AcmeAccount', {
    ...{ id: idOf('acct'), mountId: mount, directory: text('acme'), thumbprint: padded('grown-') },
    ...{ jwk: text('{}'), status: text('valid'), createdAt: at },
  });
  const order = {
    ...{ mountId: mount, accountId: first('acct'), status: text('valid'), identifiers: text('[]') },
    ...{ createdAt: at, expiresAt: later },
  };
  await put('AcmeOrder', { id: idOf('order'), ...order });
  await put('AcmeAuthorization', {
    ...{ id: idOf('authz'), orderId: idOf('order'), type: text('dns'), value: text('example.com') },
    ...{ status: text('valid'), token: padded('grown-') },
  });
  await put('AcmeEabKey', {
    ...{ id: uuid('00000000'), mountId: mount, directory: text('acme'), createdAt: at },
    sealedKey: ({ octets }) => octets(64),
  });
  await put('ScepTransaction', {
    ...{ id: idOf('scep'), mountId: mount, transactionId: padded('grown-'), place: text('scep') },
    ...{ signerKey: text('key'), requestDigest: text('digest'), status: text('issued'), subject: text('CN=grown') },
    ...{ requester: text('grown'), remoteAddress: text('127.0.0.1'), createdAt: at, expiresAt: later },
  });
  for (const table of ['Role', 'CelRole']) {
    const like = await filler.like(table);
    await filler.copy({
      ...{ table, like, count: rows },
      given: { id: idOf(table.toLowerCase()), name: padded('grown-') },
    });
  }
  const role = await filler.like('AuthRole');
  await filler.copy({
    ...{ table: 'AuthRole', like: role, count: rows },
    given: { id: idOf('ar'), name: padded('grown-') },
  });
  await put('AclPolicy', {
    ...{ name: padded('grown-'), text: text('path "x" { capabilities = ["read"] }'), createdAt: at, updatedAt: at },
    rules: sql(`(SELECT "rules" FROM "AclPolicy" WHERE "name" = 'like')`),
  });
  await put('TokenRole', {
    ...{ name: padded('grown-'), definition: sql(`(SELECT "definition" FROM "TokenRole" WHERE "name" = 'like')`) },
    ...{ createdAt: at, updatedAt: at },
  });
  // A server reads all its mounts when it starts, and a mount has few webhooks.
  await filler.put({
    ...{ table: 'Mount', count: Math.min(rows, 100) },
    given: { id: idOf('mnt'), path: padded('grown-'), accessor: padded('pki_grown_'), createdAt: at, updatedAt: at },
  });
  await filler.put({
    ...{ table: 'Webhook', count: 1 },
    given: {
      ...{ id: idOf('nc'), mountId: mount, name: text('grown'), url: text('http://127.0.0.1:9/') },
      ...{ format: text('generic'), enabled: sql('false'), events: text('[]'), createdAt: at, updatedAt: at },
    },
  });
  await put('WebhookDelivery', {
    ...{ id: idOf('ncd'), webhookId: first('nc'), event: text('certificate.issued') },
    ...{ body: text('{}'), deliveryState: text('delivered'), createdAt: at, endedAt: later },
  });
}
