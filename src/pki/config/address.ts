/** Whether it is an absolute URL in printable ASCII, with a scheme that AIA and distribution points use. */
export function isAddress(address: string): boolean {
  return /^(?:https?|ldaps?|ftp):\/\/[\x21-\x7e]+$/i.test(address) && URL.canParse(address);
}
