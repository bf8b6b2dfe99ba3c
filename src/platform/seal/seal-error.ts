/** Why something could not be sealed or opened. */
export type SealErrorReason =
  /** The configured master key cannot be used: malformed, missing, or given twice. */
  | 'bad-master-key'
  /** Sealed under a master key that is not configured. */
  | 'wrong-master-key'
  /** Changed since it was sealed, or sealed for another purpose or context. */
  | 'tampered'
  /** Too short to be anything that was sealed. */
  | 'truncated'
  /** Sealed in a form that this version does not know. */
  | 'unknown-form';

/** A failure of the seal. Its message never contains the key or the plaintext. */
export class SealError extends Error {
  override readonly name = 'SealError';

  constructor(
    readonly reason: SealErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
