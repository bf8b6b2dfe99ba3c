import { z } from 'zod';
import type { Receiver } from './receiver.js';

/** A running server, of a process of its own. */
export interface Reached {
  readonly http: string;
  readonly token: string;
}

async function sent({ http, token }: Reached, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-service-token': token };
  const response = await fetch(`${http}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** An authority whose certificates a receiver is told of. @returns the id of the webhook */
export async function toldOfCertificates(server: Reached, { url }: Receiver): Promise<string> {
  await sent(server, '/v1/pki/root/generate/internal', { common_name: 'root', key_type: 'ec', ttl: '100h' });
  await sent(server, '/v1/pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  const query = `mutation ($url: String!) {
    createWebhook(input: {
      of: { mount: "pki" }, name: "w", url: $url, secret: "sixteen bytes or more", events: [CERTIFICATE_ISSUED]
    }) { webhook { id } problems { message } }
  }`;
  const answer = await sent(server, '/graphql', { query, variables: { url } });
  const created = z.object({ webhook: z.object({ id: z.string() }).nullable() });
  const { webhook } = z.object({ data: z.object({ createWebhook: created }) }).parse(answer).data.createWebhook;
  if (!webhook) throw new Error(JSON.stringify(answer));
  return webhook.id;
}

/** How many deliveries of a webhook the server does not yet know to be delivered: a receiver has a notice before that is written down. */
export async function waitingFor(server: Reached, webhookId: string): Promise<number> {
  const query = `query ($id: ID!) { webhookDeliveries(webhookId: $id, deliveryState: WAITING) { totalCount } }`;
  const answer = await sent(server, '/graphql', { query, variables: { id: webhookId } });
  const said = z.object({ data: z.object({ webhookDeliveries: z.object({ totalCount: z.number() }) }) });
  return said.parse(answer).data.webhookDeliveries.totalCount;
}

/** @returns its serial number */
export async function issuedBy(server: Reached): Promise<string> {
  const answer = await sent(server, '/v1/pki/issue/web', { common_name: 'a.example.com' });
  return z.object({ data: z.object({ serial_number: z.string() }) }).parse(answer).data.serial_number;
}

/** The serial numbers that a receiver was told of, by the id of the delivery. */
export const serialsIn = (receiver: Receiver): ReadonlyMap<string, string> =>
  new Map(receiver.notices().map(({ id, data }) => [id, String(data?.['serialNumber'])]));
