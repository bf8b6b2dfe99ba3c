/** How a key signs (PKCS#11, by the numbers of its mechanisms). */
export const mechanisms = { RSA_PKCS: 0x0001, RSA_PKCS_PSS: 0x000d, ECDSA: 0x1041 } as const;
