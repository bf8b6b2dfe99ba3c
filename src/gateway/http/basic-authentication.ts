import type { FastifyInstance } from 'fastify';

/**
 * Clients that only know a user and a password send their token as the password (RFC 7617), with any user name. It is read here as the token that it is, for paths below a
 * prefix only: nothing asks a browser for a password, and elsewhere none counts.
 */
export function understandBasic(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { authorization } = raw.headers;
    if (authorization !== undefined && raw.url?.startsWith(`${prefix}/`) === true) {
      const token = passwordOf(authorization);
      if (token !== null) raw.headers.authorization = `Bearer ${token}`;
    }
    done();
  });
}

/** `null` for another scheme. A value that cannot be read has an empty password, which is no token. */
function passwordOf(authorization: string): string | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]*) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // A token is a line of visible letters.
  return colon < 0 || /[^\x21-\x7e]/.test(text.slice(colon + 1)) ? '' : text.slice(colon + 1);
}
