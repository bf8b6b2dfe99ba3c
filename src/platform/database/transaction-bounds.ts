/** Milliseconds that any transaction may take: whoever waits for its end can rely on that. */
export const longestTransactionMs = 60_000;
