import { createHmac } from 'node:crypto';
import type { NoticeFormat } from './notice-format.js';

const hmac = (secret: string, text: string) => createHmac('sha512', secret).update(text).digest('hex');

/** The value of `Trustate-Signature`: the time in seconds since 1970 of this attempt, and version 1 of the signature: of time, dot and body. */
export function signatureOf(secret: string, body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${hmac(secret, `${time}.${body}`)}`;
}

export interface SignedNotice {
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

/** The headers of one attempt. */
export function headersOf(
  { id, event, body }: SignedNotice,
  { format, secret }: { readonly format: NoticeFormat; readonly secret: string | null },
  at: Date,
): Readonly<Record<string, string>> {
  const own = { 'content-type': 'application/json', 'trustate-delivery': id, 'trustate-event': event };
  if (secret === null) return own;
  return format === 'terraform'
    ? // Terraform Enterprise API, "Notification configurations": the HMAC of the body alone.
      { ...own, 'x-tfe-notification-signature': hmac(secret, body) }
    : { ...own, 'trustate-signature': signatureOf(secret, body, at) };
}
