/** How long a test waits for what comes by itself: vitest's own second is too short on a machine with much else to do. */
export const eventually = { timeout: 60_000, interval: 20 } as const;
