interface ProtocolRow {
  readonly meaning: string;
  readonly remedy: string;
}

/** Codes of `errors[]` that say that no operation was run: those of GraphQL's protocols. The others are of the catalogue of problems. */
export const protocolCodes = {
  BAD_REQUEST: {
    meaning: 'It is no request of GraphQL, or its document has another hash than it is named by.',
    remedy: 'Send a JSON object with `query`, `variables`, `operationName` and `extensions`.',
  },
  GRAPHQL_PARSE_FAILED: {
    meaning: 'The document is no GraphQL.',
    remedy: 'Mend the document where the error says.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    meaning: 'The document asks for what the schema does not have, or wrongly.',
    remedy: 'Mend the document where the error says.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    meaning: 'Which operation of the document is meant is not said, or it is none that can run here.',
    remedy: 'Give `operationName`; run subscriptions over WebSocket or server-sent events.',
  },
  BAD_USER_INPUT: {
    meaning: 'A variable has no value of its type.',
    remedy: 'Mend the variable that the message names.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning: 'The document was named by its hash, and the server does not know it.',
    remedy: 'Send the document with its hash.',
  },
  DOCUMENT_NOT_TRUSTED: {
    meaning: 'The server runs trusted documents only, and this is none of them.',
    remedy: 'Have the document added to the manifest.',
  },
} as const satisfies Readonly<Record<string, ProtocolRow>>;

export type ProtocolCode = keyof typeof protocolCodes;
