import { z } from 'zod';

/** JSON:API documents as far as every answer has them. Anything else in an answer fails the test that reads it. */
const identifier = z.object({ id: z.string(), type: z.string() });
const links = z.record(z.string(), z.string().nullable());
const relationship = z.object({
  data: z.union([identifier, z.array(identifier), z.null()]).optional(),
  links: links.optional(),
});
const resource = identifier.extend({
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z.record(z.string(), relationship).default({}),
  links: links.default({}),
});
export type Resource = z.infer<typeof resource>;

const whole = z.int();
export const oneDocument = z.object({ data: resource, included: z.array(resource).default([]) });
export const listDocument = z.object({
  data: z.array(resource),
  included: z.array(resource).default([]),
  links: links.default({}),
  meta: z.looseObject({
    pagination: z.object({
      'current-page': whole,
      'page-size': whole,
      'prev-page': whole.nullable(),
      'next-page': whole.nullable(),
      'total-pages': whole,
      'total-count': whole,
    }),
  }),
});
export const unpagedDocument = z.object({ data: z.array(resource) });
export const errorDocument = z.object({
  errors: z.array(
    z.object({
      // A number here makes the client drop the body.
      status: z.string(),
      title: z.string(),
      detail: z.string(),
      source: z.object({ pointer: z.string().optional(), parameter: z.string().optional() }).optional(),
    }),
  ),
});

/** A relationship to one resource. */
export function related(from: Resource, name: string): string | undefined {
  const data = from.relationships[name]?.data;
  return data && !Array.isArray(data) ? data.id : undefined;
}

/** An attribute that has to be a text. */
export function text(from: Resource, attribute: string): string {
  return z.string({ error: `${attribute} of ${from.id} is no text` }).parse(from.attributes[attribute]);
}
