export interface StartingNpm {
  readonly pid: number;
  isGone(): boolean;
}

export function startingNpm(env?: Readonly<Record<string, string | undefined>>): StartingNpm | null;

/** Whether a process goes on. */
export function isRunning(pid: number): boolean;
