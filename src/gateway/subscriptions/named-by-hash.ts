import { z } from 'zod';

const namedByHash = z.looseObject({
  type: z.literal('subscribe'),
  payload: z.looseObject({
    query: z.null().optional(),
    extensions: z.looseObject({ persistedQuery: z.looseObject({}) }),
  }),
});

/**
 * A message that names its document by its hash alone, as it may over HTTP, gets an empty text: the protocol over WebSocket insists on one, and graphql-ws's own
 * recipe for such documents sends that too.
 * @param message what a client sent, not nested too deep; whatever else it is stays as it is
 */
export function withDocumentText(message: string): string {
  if (!message.includes('"persistedQuery"')) return message;
  let json: unknown;
  try {
    json = JSON.parse(message);
  } catch {
    return message;
  }
  const named = namedByHash.safeParse(json).data;
  return named ? JSON.stringify({ ...named, payload: { ...named.payload, query: '' } }) : message;
}
