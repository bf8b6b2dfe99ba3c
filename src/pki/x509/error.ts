/**
 * The kind of fault, which callers map to their own catalogue:
 * `malformed` bytes that are not what they claim to be; `too_large` beyond the bounds of size or depth;
 * `invalid_value` a value that has no correct encoding; `unsupported` well formed, but of a kind not handled here;
 * `weak` a signature or key that is no longer acceptable; `bad_signature` a signature that does not verify;
 * `mismatch` a key that does not belong to its certificate.
 */
export type X509Fault =
  | 'malformed'
  | 'too_large'
  | 'invalid_value'
  | 'unsupported'
  | 'weak'
  | 'bad_signature'
  | 'mismatch';

/** The only error that this folder throws for bad input. The message is `where: what`. */
export class X509Error extends Error {
  override readonly name = 'X509Error';

  /**
   * @param fault the kind of fault
   * @param where the place in the document, e.g. `certificate extension 2.5.29.17`
   * @param what the fault in words
   */
  constructor(
    readonly fault: X509Fault,
    readonly where: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`${where}: ${what}`, options);
  }
}
