/** Where the key of a new authority comes from. `exported` gives the private key out, once. */
export type KeySource = 'internal' | 'exported' | 'existing';
