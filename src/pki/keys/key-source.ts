/** The source of the key of a new authority. `exported` returns the private key once; a key of `kms` is a managed key in a token. */
export type KeySource = 'internal' | 'exported' | 'existing' | 'kms';

/** Whether the key is generated here. */
export const isMade = (source: KeySource): boolean => source === 'internal' || source === 'exported';
