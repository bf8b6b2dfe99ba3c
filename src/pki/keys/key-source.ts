/** The source of the key of a new authority. `exported` returns the private key once. */
export type KeySource = 'internal' | 'exported' | 'existing';
