import { expect } from 'vitest';
import { z } from 'zod';

export const workspaces = '/organizations/default/workspaces';
export const named = (name: string, more: object = {}) => ({
  data: { type: 'workspaces', attributes: { name, ...more } },
});

/** The id in an answer's document. */
export function idIn({ body }: { body: unknown }): string {
  if (typeof body === 'object' && body !== null && 'data' in body) {
    const { data } = body;
    if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string') return data.id;
  }
  throw new Error(`no id in ${JSON.stringify(body)}`);
}

const list = z.object({ data: z.array(z.object({ id: z.string() })) });
export const idsIn = (body: unknown): string[] => list.parse(body).data.map(({ id }) => id);

export const error = (status: string, detail: string | RegExp, source?: object) => ({
  errors: [
    {
      status,
      detail: typeof detail === 'string' ? detail : (expect.stringMatching(detail) as string),
      ...(source && { source }),
    },
  ],
});
