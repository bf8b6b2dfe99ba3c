/** The answer of a thread that makes RSA keys to the number of bits that it was sent. */
export type FromRsaThread =
  | {
      readonly kind: 'made';
      /** The public key, and its octets within: as in `CertifiedKey`. */
      readonly der: Uint8Array<ArrayBuffer>;
      readonly bits: Uint8Array<ArrayBuffer>;
      readonly pkcs1: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: 'failed'; readonly message: string };
