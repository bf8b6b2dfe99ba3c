const minute = 60;
const hour = 60 * minute;

/** Seconds between the attempts of one delivery. After the last one it is given up: a little more than a day after the first. */
export const secondsBetweenAttempts: readonly number[] = [
  ...[5, 30, 2 * minute, 10 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour],
];

export const mostAttempts = secondsBetweenAttempts.length + 1;

/** Seconds that a receiver which gives no answer is left alone, by how often in succession that was. */
const secondsOfSilence: readonly number[] = [5, 15, minute, 5 * minute, 10 * minute];

/**
 * When a delivery is tried again; null if it is given up. A tenth is left to chance, so that what failed together does not come back together.
 * @param attempts how often it was tried
 * @param chance from 0 to 1
 */
export function nextAttempt(attempts: number, now: Date, chance: number): Date | null {
  const seconds = secondsBetweenAttempts[attempts - 1];
  return seconds === undefined ? null : new Date(now.getTime() + Math.round(seconds * 1000 * (1 + chance / 10)));
}

/** Until when nothing is sent to a receiver. @param silent how often in succession it gave no answer */
export function pauseAfter(silent: number, now: Date): Date {
  const seconds = secondsOfSilence[Math.min(silent, secondsOfSilence.length) - 1] ?? 0;
  return new Date(now.getTime() + seconds * 1000);
}

/** Milliseconds that a receiver may ask to be left alone. */
export const longestPauseMs = hour * 1000;

/** What `Retry-After` asks for (RFC 9110 §10.2.3), in milliseconds, at most {@link longestPauseMs}; 0 for nothing that can be read. */
export function pauseAskedFor(value: string | readonly string[] | undefined, now: Date): number {
  const [text = ''] = [value ?? []].flat();
  if (text.length > 40) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestPauseMs);
}
