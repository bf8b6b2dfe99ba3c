import type { CmpFailure } from '../x509/cmp/index.js';

const longest = 500;

/** Why a message is refused, for its sender (RFC 9810 §5.2.3). */
export class CmpRefusal extends Error {
  override readonly name = 'CmpRefusal';

  constructor(
    readonly failure: CmpFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message.length > longest ? `${message.slice(0, longest)}…` : message, options);
  }
}
