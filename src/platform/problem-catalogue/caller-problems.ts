import type { CatalogueRow } from './row.js';

const askForRight = 'Ask for the permission, or use another token.';

/** Problems of the caller and of the request. */
export const callerProblems = {
  // Who is calling
  UNAUTHENTICATED: {
    text: 'A valid token is required',
    remedy: 'Send a token that exists and has not expired.',
    inErrors: true,
  },
  NOT_FOUND: {
    text: 'The requested resource was not found, or you are not authorized to perform this action',
    meaning: 'It does not exist, or the caller may not do this to it. Both look the same.',
    remedy: 'Check the id and the rights of the token.',
    type: 'GenericProblem',
    inErrors: true,
    absence: true,
  },
  TOKEN_KIND_REFUSED: {
    text: 'Organization tokens may not create or roll back state versions; use a user or team token',
    meaning: 'Tokens of this kind may not do this, even if their owner may.',
    remedy: 'Use a token of another kind.',
    type: 'GenericProblem',
    inErrors: true,
    absence: true,
  },
  PERMISSION_DENIED: {
    text: 'permission denied',
    meaning: 'No policy of the token allows this.',
    remedy: askForRight,
    type: 'GenericProblem',
    inErrors: true,
    absence: true,
  },

  // What was sent
  MALFORMED_BODY: {
    text: 'The request body is not valid JSON',
    remedy: 'Send JSON in UTF-8, nested at most 100 levels deep.',
    inErrors: true,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    text: 'The content type of the request is not supported',
    remedy: 'Send the content type that the path accepts.',
    inErrors: true,
  },
  BODY_TOO_LARGE: {
    text: 'The request body is larger than the limit',
    meaning: 'The request holds too many bytes or too many values.',
    remedy: 'Send less in one request; send large content to the upload URL.',
    inErrors: true,
  },
  INVALID_INPUT: {
    text: 'The input is not valid',
    meaning: 'A value breaks a rule; the message names the rule.',
    remedy: 'Correct what `field` names.',
    type: 'InputProblem',
    inErrors: true,
  },
  MISSING_INPUT: {
    text: 'A required input is missing',
    remedy: 'Provide what `field` names.',
    type: 'InputProblem',
    inErrors: true,
  },
  INVALID_PARAMETER: {
    text: 'A query parameter is not valid',
    meaning: 'An argument of a list, or a parameter of a URL, breaks a rule.',
    remedy: 'Correct what `field` names.',
    inErrors: true,
  },
  INVALID_INCLUDE: {
    text: 'Invalid include parameter',
    remedy: 'Use only values that the path can include.',
    rest: 'state',
  },
  NAME_TAKEN: {
    text: 'Name has already been taken',
    remedy: 'Choose another name.',
    type: 'GenericProblem',
  },
  CONFLICT: {
    text: 'The object was changed by somebody else; read it again and repeat the request',
    remedy: 'Read it again and repeat the request.',
    type: 'GenericProblem',
    inErrors: true,
  },
  UNSUPPORTED_PATH: {
    text: 'unsupported path',
    remedy: 'Check the path: the server has nothing there.',
    rest: 'authority',
  },
  UNSUPPORTED_OPERATION: {
    text: 'unsupported operation',
    meaning: 'The path exists, but not for this method.',
    remedy: 'Use a method that the path accepts. GraphQL mutations need POST.',
    inErrors: true,
    rest: 'authority',
  },
} as const satisfies Readonly<Record<string, CatalogueRow>>;
