/** Where the key of a new authority comes from. `exported` gives the private key out, once. */
export const keySources = ['internal', 'exported', 'existing'] as const;
export type KeySource = (typeof keySources)[number];
