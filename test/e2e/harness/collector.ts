import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const attributes = z
  .array(attribute)
  .default([])
  .transform((all) => new Map(all.map(({ key, value }) => [key, value.stringValue ?? value.intValue])));
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  status: z.object({ code: z.number().optional() }),
});
/** `ExportTraceServiceRequest` of OTLP, in its JSON form. */
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type CollectedSpan = z.infer<typeof span>;

/** Takes in what a server sends as OTLP over HTTP. */
export class Collector {
  /** Every request, as it came. */
  readonly received: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  /** @param atPort defaults to any free one */
  static async start(atPort = 0): Promise<Collector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        collector.received.push({ path, headers, body: Buffer.concat(chunks) });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    const collector = new Collector(`http://127.0.0.1:${port}`, close);
    return collector;
  }

  /** What came as JSON. */
  get spans(): readonly CollectedSpan[] {
    return this.#resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  }

  /** Attributes of who sent it. */
  get resource(): ReadonlyMap<string, string | number | undefined> {
    return this.#resources[0]?.resource.attributes ?? new Map();
  }

  /** Those below another, in the order in which they began. */
  below({ spanId }: CollectedSpan): readonly CollectedSpan[] {
    const below = this.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
    return below.toSorted((one, other) => Number(one.startTimeUnixNano - other.startTimeUnixNano));
  }

  get #resources() {
    return this.received.flatMap(({ body }) => traces.parse(JSON.parse(body.toString())).resourceSpans);
  }
}
