/** Why a request by EST is refused, as a text for people (RFC 7030 §4.2.3). */
export class EstRefusal extends Error {
  override readonly name = 'EstRefusal';

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message.length > longest ? `${message.slice(0, longest)}…` : message, options);
  }
}

const longest = 2_000;

/** Also for a mount where EST is off, a label that nobody has, and a path that nothing decides about. */
export const notThere = (): EstRefusal => new EstRefusal(404, 'there is no EST at this path');
export const badRequest = (why: string, options?: ErrorOptions): EstRefusal => new EstRefusal(400, why, {}, options);
export const forbidden = (why: string, options?: ErrorOptions): EstRefusal => new EstRefusal(403, why, {}, options);

/** RFC 7617 §2.1: names and passwords are in UTF-8. */
const challenge = { 'www-authenticate': 'Basic realm="EST", charset="UTF-8"' };

/** RFC 7030 §3.2.3. */
export const unauthenticated = (why: string, options?: ErrorOptions): EstRefusal =>
  new EstRefusal(401, why, challenge, options);
