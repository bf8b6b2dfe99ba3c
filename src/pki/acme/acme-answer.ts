/** What a client of ACME is answered; every answer also has a new nonce and the address of the directory. */
export interface AcmeAnswer {
  readonly status: number;
  /** A document as JSON, a text of `type`, or null for nothing. */
  readonly body: object | string | null;
  /** Of a text. */
  readonly type?: string;
  readonly location?: string;
  readonly links?: readonly { readonly url: string; readonly rel: string }[];
  /** Seconds. */
  readonly retryAfter?: number;
}

export const found = (body: object, more: Omit<AcmeAnswer, 'status' | 'body'> = {}): AcmeAnswer => ({
  status: 200,
  body,
  ...more,
});
export const created = (body: object, location: string): AcmeAnswer => ({ status: 201, body, location });
