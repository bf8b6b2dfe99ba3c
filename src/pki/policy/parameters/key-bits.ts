/** Size in bits of a key whose `key_bits` is 0, by its type. Ed25519 has one size, and `any` generates no key. */
export const usualKeyBits = { rsa: 2048, ec: 256, mldsa: 65 } as const;
