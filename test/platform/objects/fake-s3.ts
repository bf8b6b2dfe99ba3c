import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Blob {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly writtenAt: Date;
}

interface Upload {
  readonly key: string;
  readonly initiated: Date;
  readonly parts: Map<number, Buffer>;
}

interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As much of S3 as the object store asks for, in memory: one bucket, path style, signatures not checked. */
export class FakeS3 {
  readonly blobs = new Map<string, Blob>();
  readonly uploads = new Map<string, Upload>();
  /** The requests so far, as `PUT /key?x-id=UploadPart`. */
  readonly requests: string[] = [];
  /** Answers 400 to the requests for which it is true. */
  refuse: (request: string) => boolean = () => false;
  /** Where it stops without a word: before it reads what is sent, before it answers, or in the middle of what it sends. */
  hangs: 'reading' | 'answering' | 'sending' | null = null;
  /** Answers with the page to the requests for which it is true, as a proxy or a network that asks people to sign in does. */
  isPage: (request: string) => boolean = () => false;
  page: Page = { status: 200, text: '<html>Sign in</html>' };
  /** So many of the next requests get no answer. */
  unanswered = 0;
  /** The most parts on their way at one time. */
  partsAtOnce = 0;
  private partsNow = 0;
  private uploadCount = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeS3> {
    const server = createServer();
    const fake = new FakeS3(server);
    server.on('request', (request, response) => {
      fake.answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `s3://bucket/some/prefix?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=eu-west-1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3');
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, '');
    const query = url.searchParams;
    const name = `${request.method ?? ''} /${key}${url.search}`;
    this.requests.push(name);
    const isPart = request.method === 'PUT' && query.has('partNumber');
    if (isPart) this.partsAtOnce = Math.max(this.partsAtOnce, (this.partsNow += 1));
    if (this.hangs === 'reading') return;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (isPart) this.partsNow -= 1;
    const body = Buffer.concat(pieces);
    if (this.hangs === 'answering') return;
    if (this.unanswered > 0) {
      this.unanswered -= 1;
      return;
    }
    if (this.isPage(name)) {
      response.writeHead(this.page.status, { 'content-type': 'text/html', ...this.page.headers }).end(this.page.text);
      return;
    }
    if (this.refuse(name)) {
      refused(response, 400, 'InvalidRequest');
      return;
    }
    const uploadId = query.get('uploadId');
    if (request.method === 'POST' && query.has('uploads')) {
      this.beginUpload(key, response);
      return;
    }
    if (uploadId !== null) {
      this.goOnUploading(request, uploadId, Number(query.get('partNumber')), body, response);
      return;
    }
    if (request.method === 'GET' && key === '') {
      this.list(query, response);
      return;
    }
    if (request.method === 'PUT') {
      this.store(key, body);
      return void response.setHeader('etag', etagOf(body)).end();
    }
    if (request.method === 'GET') {
      this.get(key, request, response);
      return;
    }
    if (request.method === 'DELETE') {
      this.blobs.delete(key);
      return void response.writeHead(204).end();
    }
    refused(response, 501, 'NotImplemented');
  }

  private store(key: string, bytes: Buffer): void {
    this.blobs.set(key, { bytes, etag: etagOf(bytes), writtenAt: new Date() });
  }

  private beginUpload(key: string, response: ServerResponse): void {
    const id = `upload-${(this.uploadCount += 1)}`;
    this.uploads.set(id, { key, initiated: new Date(), parts: new Map() });
    xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  private goOnUploading(
    request: IncomingMessage,
    id: string,
    number: number,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const upload = this.uploads.get(id);
    if (!upload) {
      refused(response, 404, 'NoSuchUpload');
      return;
    }
    if (request.method === 'PUT') {
      upload.parts.set(number, body);
      return void response.setHeader('etag', etagOf(body)).end();
    }
    this.uploads.delete(id);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const parts = named.map((part) => upload.parts.get(part.number) ?? Buffer.alloc(0));
    const wrong = named.some((part, at) => part.number !== at + 1 || part.etag !== etagOf(parts[at]!));
    const small = parts.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024);
    if (wrong || parts.length !== upload.parts.size) {
      refused(response, 400, 'InvalidPart');
      return;
    }
    if (small) {
      refused(response, 400, 'EntityTooSmall');
      return;
    }
    this.store(upload.key, Buffer.concat(parts));
    xml(response, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
  }

  private get(key: string, request: IncomingMessage, response: ServerResponse): void {
    const blob = this.blobs.get(key);
    if (!blob) {
      refused(response, 404, 'NoSuchKey');
      return;
    }
    const match = request.headers['if-match'];
    if (match !== undefined && match !== blob.etag) {
      refused(response, 412, 'PreconditionFailed');
      return;
    }
    const size = blob.bytes.length;
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? 'bytes=0-') ?? [];
    const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size);
    if (start >= end) {
      refused(response, 416, 'InvalidRange');
      return;
    }
    response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${size}`, etag: blob.etag });
    if (this.hangs === 'sending') response.write(blob.bytes.subarray(start, Math.floor((start + end) / 2)));
    else response.end(blob.bytes.subarray(start, end));
  }

  /** Pages of two, so that paging is used. */
  private list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const after = query.get('upload-id-marker') ?? '';
      const all = [...this.uploads].filter(([id, { key }]) => key.startsWith(prefix) && id > after).sort();
      const page = all.slice(0, 2);
      const entries = page.map(
        ([id, { key, initiated }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
      );
      const [id, upload] = page.at(-1) ?? [];
      const next = `<NextKeyMarker>${upload?.key ?? ''}</NextKeyMarker><NextUploadIdMarker>${id ?? ''}</NextUploadIdMarker>`;
      const truncated = `<IsTruncated>${all.length > 2}</IsTruncated>`;
      xml(response, `<ListMultipartUploadsResult>${truncated}${next}${entries.join('')}</ListMultipartUploadsResult>`);
      return;
    }
    const after = query.get('continuation-token') ?? '';
    const all = [...this.blobs]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const page = all.slice(0, 2);
    const entries = page.map(
      ([key, { writtenAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`,
    );
    const next = all.length > 2 ? `<NextContinuationToken>${page.at(-1)?.[0] ?? ''}</NextContinuationToken>` : '';
    xml(response, `<ListBucketResult><Name>bucket</Name>${next}${entries.join('')}</ListBucketResult>`);
  }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
}

function refused(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
