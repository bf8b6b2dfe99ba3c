/** The object of an answer. */
export function data({ body }: { body: unknown }): { id: string; attributes: Record<string, unknown> } {
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new Error(JSON.stringify(body));
  return body.data as { id: string; attributes: Record<string, unknown> };
}
