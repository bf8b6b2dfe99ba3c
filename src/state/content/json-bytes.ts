/** The bytes of the grammar of JSON (RFC 8259), as tables from a byte to 1 or 0. */

/** Digits of `\uXXXX`. */
export const hex = Uint8Array.from({ length: 256 }, (_, c) => (/[0-9a-fA-F]/.test(String.fromCharCode(c)) ? 1 : 0));

/** Characters that may follow a backslash, except `u`. */
export const escapable = Uint8Array.from({ length: 256 }, (_, c) =>
  '"\\/bfnrt'.includes(String.fromCharCode(c)) ? 1 : 0,
);

/** The literals, by their first byte. */
export const literals = new Map([
  [0x74, Buffer.from('true')],
  [0x66, Buffer.from('false')],
  [0x6e, Buffer.from('null')],
]);

export const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;
