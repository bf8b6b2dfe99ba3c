/** Absolute, of a scheme that AIA and distribution points use, in printable ASCII. */
export function isAddress(address: string): boolean {
  return /^(?:https?|ldaps?|ftp):\/\/[\x21-\x7e]+$/i.test(address) && URL.canParse(address);
}
