import { authoritySteps } from './audited-authorities.js';
import { endingSteps, peopleSteps } from './audited-people.js';
import { noticeSteps } from './audited-notices.js';
import { stateSteps } from './audited-states.js';
import type { Installation } from './installation.js';

/** One of each, in an order in which each can be done. */
export interface Step {
  readonly mutation: string;
  /** What the record calls it. */
  readonly action: string;
  readonly input: () => object | Promise<object>;
  /** What is kept of the answer, by its path in the payload. */
  readonly keep?: Readonly<Record<string, string>>;
  /** What its details say, among others. */
  readonly says?: string;
  /** Whose token. Defaults to that of root. */
  readonly as?: () => string;
}

/**
 * Every mutation, in an order in which each can be done.
 * @param kept texts of answers that later steps need
 */
export function stepsOf(installation: () => Installation, kept: Readonly<Record<string, string>>): readonly Step[] {
  return [
    ...peopleSteps(installation, kept),
    ...stateSteps(installation),
    ...noticeSteps(installation),
    ...endingSteps(installation),
    ...authoritySteps(installation, kept),
  ];
}
