import { z } from 'zod';

const namedByHash = z.looseObject({
  type: z.literal('subscribe'),
  payload: z.looseObject({
    query: z.null().optional(),
    extensions: z.looseObject({ persistedQuery: z.looseObject({}) }),
  }),
});

/**
 * A message that names its document only by hash, as is possible over HTTP, gets an empty text: the WebSocket protocol requires a text, and graphql-ws's own
 * recipe for such documents also sends an empty one.
 * @param message from a client, not nested too deep; everything else in it is unchanged
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
