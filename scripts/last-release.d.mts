export function lastRelease(git: (...args: string[]) => Promise<string | null>): Promise<string | null>;
