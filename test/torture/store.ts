import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { FakeS3 } from '../platform/objects/fake-s3.js';
import { pause } from './random.js';

/** What the object store does to requests: answers, takes its time, answers 500, or hangs up in the middle. */
export type StoreMood = 'well' | 'slow' | 'failing' | 'cutting';

/** S3 in memory, behind a proxy that has moods. */
export class MoodyStore {
  mood: StoreMood = 'well';
  #turn = 0;

  private constructor(
    private readonly fake: FakeS3,
    private readonly proxy: Server,
    /** For `TRUSTATE_OBJECT_STORE`. */
    readonly url: string,
  ) {}

  static async start(): Promise<MoodyStore> {
    const fake = await FakeS3.start();
    const behind = new URL(new URL(fake.url).searchParams.get('endpoint') ?? '');
    const proxy = createServer();
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const store = new MoodyStore(fake, proxy, fake.url.replace(`%3A${behind.port}`, `%3A${port}`));
    proxy.on('request', (request, response) => {
      store.#pass(request, response, behind.port).catch(() => response.destroy());
    });
    return store;
  }

  async stop(): Promise<void> {
    this.proxy.closeAllConnections();
    this.proxy.close();
    await this.fake.stop();
  }

  async #pass(request: IncomingMessage, response: ServerResponse, port: string): Promise<void> {
    const { mood } = this;
    this.#turn += 1;
    // One of three gets through: neither all nor nothing of what one change needs.
    const hit = this.#turn % 3 !== 0;
    if (mood === 'slow') await pause(500 + (this.#turn % 4) * 500);
    if (mood === 'failing' && hit) {
      request.resume();
      response.writeHead(500, { 'content-type': 'application/xml' });
      response.end('<Error><Code>InternalError</Code></Error>');
      return;
    }
    // Half of the cut requests have reached the store, and only the answer is lost.
    if (mood === 'cutting' && hit && this.#turn % 2 === 0) {
      request.socket.destroy();
      return;
    }
    const { method, url: path, headers } = request;
    const onward = ask({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      if (mood === 'cutting' && hit) {
        answer.resume();
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.on('error', () => onward.destroy());
    request.pipe(onward);
  }
}
