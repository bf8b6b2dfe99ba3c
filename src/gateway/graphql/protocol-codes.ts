interface ProtocolRow {
  readonly meaning: string;
  readonly remedy: string;
}

/** Codes of `errors[]` for requests whose operation did not run: those of GraphQL's protocols. The others are in the catalogue of problems. */
export const protocolCodes = {
  BAD_REQUEST: {
    meaning: 'It is not a GraphQL request, or its hash does not match its document.',
    remedy: 'Send a JSON object with `query`, `variables`, `operationName` and `extensions`.',
  },
  GRAPHQL_PARSE_FAILED: {
    meaning: 'The document is not valid GraphQL.',
    remedy: 'Correct the document at the location in the error.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    meaning: 'The document does not match the schema.',
    remedy: 'Correct the document at the location in the error.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    meaning: 'The request does not say which operation of the document to run, or the operation cannot run here.',
    remedy: 'Give `operationName`; run subscriptions over WebSocket or server-sent events.',
  },
  BAD_USER_INPUT: {
    meaning: 'The value of a variable does not have the right type.',
    remedy: 'Correct the variable that the message names.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning: 'The request has only the hash of a document, and the server does not know that document.',
    remedy: 'Send the document with its hash.',
  },
  DOCUMENT_NOT_TRUSTED: {
    meaning: 'The server runs only trusted documents, and this is not one of them.',
    remedy: 'Have the document added to the manifest.',
  },
} as const satisfies Readonly<Record<string, ProtocolRow>>;

export type ProtocolCode = keyof typeof protocolCodes;
