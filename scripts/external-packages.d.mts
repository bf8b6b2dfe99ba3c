export const external: readonly string[];
