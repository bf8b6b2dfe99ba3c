import { OperatorError, errorCode, systemReason } from '../../operator-error.js';

/** The server cannot be reached. The message names the address, but never the password. */
export function unreachable(url: string, error: unknown): OperatorError {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return new OperatorError(`the database at ${place(url)} cannot be reached: ${reasonOf(first)}`, { cause: error });
}

const untrusted =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/;

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  // What the driver says when the server asks for a password.
  if (message.includes('client password must be a string'))
    return 'it asks for a password, and none is set: give one in TRUSTATE_DATABASE_URL or PGPASSWORD';
  if (untrusted.test(errorCode(error) ?? ''))
    return `its certificate is not trusted (${message}): name the file of its authority by sslrootcert=FILE in the URL`;
  // The system's errors have a code in letters, the database's have five characters.
  const ofSystem = /^E(?!RR_)[A-Z_]+$/.test(errorCode(error) ?? '');
  return message === '' || ofSystem ? systemReason(error) : message;
}

/** A database in messages, without the password of its URL. */
export function place(url: string): string {
  if (!URL.canParse(url)) return 'the given URL';
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}
