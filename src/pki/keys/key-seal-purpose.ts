/** The purpose of sealed private keys of issuers; the context is the key's id. */
export const keySealPurpose = 'issuer-key';
