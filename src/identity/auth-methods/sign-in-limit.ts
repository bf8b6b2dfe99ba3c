/** Counts failed attempts to sign in, and ends them above a limit. */
export interface SignInLimit {
  /** Whoever has sent exactly this before, and was right, may always try. @throws LIMIT_EXCEEDED */
  check(attempt: Attempt): Promise<void>;
  failed(attempt: Attempt): Promise<void>;
  succeeded(attempt: Attempt): void;
}

export interface Attempt {
  readonly address: string;
  /** Whom somebody tries to be, if guesses for it are counted from any address. */
  readonly account: string | null;
  /** All that was sent, to know it again. */
  readonly sent: string;
}

export const noLimit: SignInLimit = {
  check: () => Promise.resolve(),
  failed: () => Promise.resolve(),
  succeeded: () => undefined,
};
