import { buildSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';

/** Twenty state versions of ten fields, one of them of an object, as every server of this benchmark has them in memory. */
export interface Version {
  readonly id: string;
  readonly serial: number;
  readonly number: number;
  readonly status: string;
  readonly createdAt: string;
  readonly md5: string;
  readonly size: number;
  readonly lineage: string;
  readonly intermediate: boolean;
  readonly resourceCount: number;
}

export const versions: readonly Version[] = Array.from({ length: 20 }, (_, index) => ({
  id: `sv-${String(index).padStart(16, '0')}`,
  serial: 100 - index,
  number: 100 - index,
  status: 'FINALIZED',
  createdAt: '2026-01-02T03:04:05.678Z',
  md5: '0123456789abcdef0123456789abcdef',
  size: 18_231 + index,
  lineage: 'a8b0c2d4-0000-4000-8000-000000000000',
  intermediate: false,
  resourceCount: 42,
}));

/** A schema of its own object each time: servers that share none cannot help each other. */
export function schemaOfVersions(): GraphQLSchema {
  const schema = buildSchema(`
    enum Status { PENDING FINALIZED DISCARDED }
    type Version {
      id: ID! serial: Int! number: Int! status: Status! createdAt: String! md5: String! size: Int! lineage: String!
      intermediate: Boolean! resourceCount: Int!
    }
    type Connection { nodes: [Version!]! }
    type Query { versions(first: Int = 20): Connection! }
  `);
  const field = schema.getQueryType()?.getFields()['versions'];
  if (field) field.resolve = (_source, { first }: { readonly first: number }) => ({ nodes: versions.slice(0, first) });
  return schema;
}

export const operation = `query Versions($first: Int) {
  versions(first: $first) {
    nodes { id serial number status createdAt md5 size lineage intermediate resourceCount }
  }
}`;

/** What a JSON route promises to answer, for Fastify's serializer. */
export const responseSchema = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      properties: {
        versions: {
          type: 'object',
          properties: {
            nodes: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  ...Object.fromEntries(
                    ['id', 'status', 'createdAt', 'md5', 'lineage'].map((name) => [name, { type: 'string' }]),
                  ),
                  ...Object.fromEntries(
                    ['serial', 'number', 'size', 'resourceCount'].map((name) => [name, { type: 'integer' }]),
                  ),
                  intermediate: { type: 'boolean' },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;
