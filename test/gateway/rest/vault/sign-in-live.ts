import { expect } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';

/** Of who asks without a token. */
export const nobody = {};

/**
 * A server of which auth methods are asked, over HTTP with the root token unless the headers say otherwise.
 * @param mostFailed sign-ins in a minute
 */
export async function openSignIns(mostFailed = 40) {
  const live = await openLive({ TRUSTATE_HTTPS_PORT: '0', TRUSTATE_FAILED_SIGN_INS: String(mostFailed) });
  const root = { 'x-vault-token': live.rootToken };
  const say = (method: string, path: string, body?: object, headers: Record<string, string> = root) =>
    live.vault(method, path, body, headers);

  async function done(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await say(method, path, body);
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  }

  return { live, say, done, close: () => live.close() };
}

export type SignInsForTests = Awaited<ReturnType<typeof openSignIns>>;

export const errorsOf = (body: unknown) => z.object({ errors: z.array(z.string()) }).parse(body).errors;
export const dataOf = (body: unknown) => z.object({ data: z.record(z.string(), z.unknown()) }).parse(body).data;
const authShape = z.object({
  auth: z.object({
    client_token: z.string(),
    policies: z.array(z.string()),
    metadata: z.record(z.string(), z.string()).nullable(),
    lease_duration: z.number(),
    renewable: z.boolean(),
    orphan: z.boolean(),
    token_type: z.string(),
  }),
});
export const authOf = (body: unknown) => authShape.parse(body).auth;
