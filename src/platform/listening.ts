import { OperatorError, errorCode, systemReason } from './operator-error.js';

/** Where a server wanted to listen, and the setting for it. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
  readonly variable: 'TRUSTATE_HTTP_PORT' | 'TRUSTATE_HTTPS_PORT';
}

/** Why a server cannot listen, as one line that names the setting to change. */
export function cannotListen(error: unknown, { host, port, variable }: ListeningPlace): OperatorError {
  const why = systemReason(error);
  const remedy =
    errorCode(error) === 'EADDRNOTAVAIL' || errorCode(error) === 'ENOTFOUND'
      ? 'Set TRUSTATE_HOST to an address of this machine.'
      : `Set ${variable} to another port, 0 for any free one.`;
  return new OperatorError(`Cannot listen on ${host} port ${port}: ${why}. ${remedy}`, { cause: error });
}
