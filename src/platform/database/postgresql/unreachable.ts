import { OperatorError, systemReason } from '../../operator-error.js';

/** The server cannot be reached. The message names the address, but never the password. */
export function unreachable(url: string, error: unknown): OperatorError {
  const reason = error instanceof AggregateError ? systemReason(error.errors[0]) : systemReason(error);
  const detail =
    error instanceof Error && error.message !== '' && !(error instanceof AggregateError) ? error.message : reason;
  return new OperatorError(`the database at ${place(url)} cannot be reached: ${detail}`, { cause: error });
}

function place(url: string): string {
  if (!URL.canParse(url)) return 'the given URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
