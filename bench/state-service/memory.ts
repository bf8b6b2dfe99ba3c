/**
 * The baseline of reads: Fastify in a process of its own, each path returning a document from memory as an object, serialised as JSON
 * without a response schema.
 */
import { fastify } from 'fastify';

process.on('message', (message) => {
  const documents = message as Readonly<Record<string, unknown>>;
  const app = fastify();
  for (const [path, document] of Object.entries(documents)) app.get(path, () => document);
  void app.listen({ port: 0, host: '127.0.0.1' }).then((address) => process.send?.(Number(new URL(address).port)));
});
