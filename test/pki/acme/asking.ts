import { X509Certificate } from 'node:crypto';
import type { Answer, TestClient } from './client.js';
import type { AcmeForTests } from './live.js';

/** A client with an account in a directory. */
export async function registeredIn(acme: AcmeForTests, prefix = '', mount = 'pki'): Promise<TestClient> {
  const client = await acme.client(prefix, mount);
  await client.register();
  return client;
}

export const typeOf = ({ body }: Answer): string => String(body['type']).replace('urn:ietf:params:acme:error:', '');

/** The certificates of an answer in PEM. */
export const chainIn = ({ text }: Answer): readonly X509Certificate[] =>
  (text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? []).map((pem) => new X509Certificate(pem));

/** The certificate of an order that was finalized. */
export async function issued(client: TestClient, finalized: Answer) {
  const url = String(finalized.body['certificate']);
  const answer = await client.post(url, null);
  const [leaf] = chainIn(answer);
  if (!leaf) throw new Error(answer.text);
  return { url, answer, leaf };
}
