/** Octets in the form in which people compare them: lower-case hexadecimal with colons. */
export const octets = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/(..)(?!$)/g, '$1:');
