/** Why content is not a state, or cannot be read. One row for each reason that a caller can see. */
const contentProblems = {
  NOT_UTF8: 'The content is not valid UTF-8',
  NOT_JSON: 'The content is not valid JSON',
  TOO_DEEP: 'The content is nested too deeply',
  NAME_TOO_LONG: 'The content has a member name that is too long',
  NOT_AN_OBJECT: 'The content is not a JSON object',
  NO_VERSION: 'The content has no state format version',
  BAD_VERSION: 'The state format version is not a whole number from 0 to 999999999',
  UNSUPPORTED_VERSION: 'The state format version is not supported',
  ENCRYPTED: 'The state was encrypted by OpenTofu and can only be read with its key',
  BAD_SERIAL: 'The serial is not a whole number from 0 to 9223372036854775807',
  BAD_LINEAGE: 'The lineage is not a string',
  BAD_ENGINE_VERSION: 'The terraform_version is not a string',
  TOO_MANY_OUTPUTS: 'The content has too many outputs',
  MALFORMED: 'The content does not have the structure of a state',
} as const;

export type ContentProblemCode = keyof typeof contentProblems;

/** JSON-safe. `offset` counts bytes from the start of the content, if the place is known. */
export interface ContentProblem {
  readonly code: ContentProblemCode;
  readonly message: string;
  readonly offset?: number;
}

export function contentProblem(code: ContentProblemCode, detail?: string, offset?: number): ContentProblem {
  const where = offset === undefined ? '' : ` at byte ${offset}`;
  const what = detail === undefined ? '' : `: ${detail}`;
  const message = `${contentProblems[code]}${what}${where}`;
  return offset === undefined ? { code, message } : { code, message, offset };
}

/** Thrown by readers that cannot return a result: the scanner itself, the serial rewriter, the comparison. */
export class UnreadableContent extends Error {
  override readonly name = 'UnreadableContent';
  readonly problems: readonly ContentProblem[];

  constructor(...problems: readonly ContentProblem[]) {
    super(problems.map((problem) => problem.message).join('; '));
    this.problems = problems;
  }
}
