/** One event of a stream, as in https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export interface StreamEvent {
  /** `message` if the event has no type. */
  readonly type: string;
  readonly data: string;
}

/** An item of a stream: an event, the id to continue from, or a sign of life. */
export type StreamItem = StreamEvent | { readonly id: string } | 'alive';

/** Parses a stream of server-sent events, no matter how its bytes are split. */
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
