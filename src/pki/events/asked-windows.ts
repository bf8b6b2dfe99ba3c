/** How long before their ends somebody wants to hear of them, by the id of the mount. */
export interface AskedWindows {
  /** Days before the end of certificates. */
  readonly certificateDays: ReadonlyMap<string, readonly number[]>;
  /** Hours before the end of CRLs. */
  readonly crlHours: ReadonlyMap<string, readonly number[]>;
}

export const noWindows: AskedWindows = { certificateDays: new Map(), crlHours: new Map() };
