/** One event of a stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html has it. */
export interface StreamEvent {
  /** `message` where the event does not say. */
  readonly type: string;
  readonly data: string;
}

/** What a stream tells: an event, the id to go on from, or that it is alive. */
export type StreamItem = StreamEvent | { readonly id: string } | 'alive';

/** Takes a stream of server-sent events apart, however its bytes come. */
export async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<StreamItem, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  let fields = new Map<string, string>();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      waiting += decoder.decode(read.value, { stream: true });
      const lines = waiting.split(/\r\n|\n|\r(?!$)/);
      waiting = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') {
          if (!line.startsWith(':')) addField(fields, line);
          continue;
        }
        yield* itemsOf(fields);
        fields = new Map();
      }
      yield 'alive';
    }
  } finally {
    await reader.cancel();
  }
}

function addField(fields: Map<string, string>, line: string): void {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  const earlier = fields.get(name);
  fields.set(name, name === 'data' && earlier !== undefined ? `${earlier}\n${value}` : value);
}

function* itemsOf(fields: ReadonlyMap<string, string>): Generator<StreamItem> {
  const data = fields.get('data');
  if (data !== undefined) yield { type: fields.get('event') ?? 'message', data };
  const id = fields.get('id');
  if (id !== undefined) yield { id };
}
