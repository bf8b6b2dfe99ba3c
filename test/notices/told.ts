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

/** An authority whose certificates a receiver is told of. */
export async function toldOfCertificates(server: Reached, { url }: Receiver): Promise<void> {
  await sent(server, '/v1/pki/root/generate/internal', { common_name: 'root', key_type: 'ec', ttl: '100h' });
  await sent(server, '/v1/pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  const query = `mutation ($url: String!) {
    createWebhook(input: {
      of: { mount: "pki" }, name: "w", url: $url, secret: "sixteen bytes or more", events: [CERTIFICATE_ISSUED]
    }) { problems { message } }
  }`;
  const answer = await sent(server, '/graphql', { query, variables: { url } });
  const said = z.object({ data: z.object({ createWebhook: z.object({ problems: z.array(z.unknown()) }) }) });
  if (said.parse(answer).data.createWebhook.problems.length > 0) throw new Error(JSON.stringify(answer));
}

/** @returns its serial number */
export async function issuedBy(server: Reached): Promise<string> {
  const answer = await sent(server, '/v1/pki/issue/web', { common_name: 'a.example.com' });
  return z.object({ data: z.object({ serial_number: z.string() }) }).parse(answer).data.serial_number;
}

/** The serial numbers that a receiver was told of, by the id of the delivery. */
export const serialsIn = (receiver: Receiver): ReadonlyMap<string, string> =>
  new Map(receiver.notices().map(({ id, data }) => [id, String(data?.['serialNumber'])]));
