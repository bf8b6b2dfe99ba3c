import type { AuthorityIssuer } from './authority.js';

/** Whether its signatures are made beside the main thread: in libuv's pool, or in a token. */
export const signsSlowly = ({ isKeyRemote, certificate }: AuthorityIssuer): boolean => {
  const { type } = certificate.publicKey.spec;
  return type === 'rsa' || type === 'mldsa' || isKeyRemote;
};
