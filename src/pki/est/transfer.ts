/** How bodies are sent: base64 whatever a header says, in one line (RFC 8951 §3 by RFC 4648 §4). Some clients read no other. */
export const transferText = (der: Uint8Array): string => Buffer.from(der).toString('base64');

/** The content of a body, whatever white space is between its letters (RFC 8951 §3.1); undefined if it is not base64. */
export function readTransferred(body: Uint8Array): Buffer | undefined {
  const letters = Buffer.from(body)
    .toString('latin1')
    .replaceAll(/[ \t\r\n\v\f]/g, '');
  if (letters === '' || letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) return undefined;
  return Buffer.from(letters, 'base64');
}
