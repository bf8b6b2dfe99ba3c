import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NoSuchUpload,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type _Object,
  type CompletedPart,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  type ListMultipartUploadsCommandOutput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { OperatorError } from '../operator-error.js';
import { defaultStoreBounds } from './bounded-store.js';
import type { StoreBounds } from './bounded-store.js';
import { Cutter } from './cutter.js';
import { isFileOfSystem } from './made-by-systems.js';
import { isObjectId, type ObjectId } from './object-id.js';
import { ObjectStoreFailed } from './object-errors.js';
import type { ObjectStore, StoredObject, StoredObjectName } from './object-store.js';
import { collected, ofSize, pipelined } from './pipeline.js';
import { requireAnswersOfS3 } from './s3-answers.js';
import { trimmed } from '../trimmed.js';

/** S3 accepts parts of 5 MiB or more, and 10,000 of them, so an object can have 78 GiB as stored. */
const PART_BYTES = 8 * 1024 * 1024;
/** The beginning of the keys of notes, below the prefix. */
const NOTES = 'notes/';
/** The beginning of the name of the permanent note (`installation/store-record.ts`). */
const LASTING = 'installation-';
/** Milliseconds after which a write first looks whether the store is still there: with each write it would be another request. */
const LOOKS_EVERY = 10_000;
/** Sent in one short request. */
const SMALL_BYTES = 256 * 1024;
/** Attempts for a request that fails for a temporary reason or gets no answer. */
const ATTEMPTS = 3;
/** Together with the part that is being filled, this is the memory of a write. */
const PARTS_AT_ONCE = 2;

export interface S3Location {
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  readonly client: S3ClientConfig;
}

/**
 * `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=true|false`. With an endpoint, buckets are addressed by path unless `pathStyle` says otherwise.
 * @throws OperatorError
 */
export function parseS3Url(url: string): S3Location {
  const { hostname: bucket, pathname, searchParams } = new URL(url);
  const unknown = [...searchParams.keys()].filter((name) => !['endpoint', 'region', 'pathStyle'].includes(name));
  if (unknown.length > 0)
    throw new OperatorError(`The object store ${url} has unknown settings: ${unknown.join(', ')}`);
  if (bucket === '') throw new OperatorError(`The object store ${url} names no bucket`);
  const endpoint = searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new OperatorError(`The object store ${url} has an endpoint that is no http:// or https:// URL`);
  const region = searchParams.get('region') ?? (endpoint === null ? null : 'us-east-1');
  const pathStyle = searchParams.get('pathStyle') ?? String(endpoint !== null);
  if (!['true', 'false'].includes(pathStyle))
    throw new OperatorError(`The object store ${url} has a pathStyle that is neither true nor false`);
  return {
    bucket,
    prefix: trimmed(decodeURIComponent(pathname), '/'),
    client: {
      forcePathStyle: pathStyle === 'true',
      ...(endpoint === null ? {} : { endpoint }),
      ...(region === null ? {} : { region }),
    },
  };
}

/** Objects as keys `<prefix>/<id>` of a bucket. S3 shows an object only when it is complete. */
export class S3ObjectStore implements ObjectStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly callMs: number;
  /** For requests that send much, or cause much work. */
  private readonly sending: { readonly requestTimeout: number };
  /** Whether it listed a permanent note when that was last looked for: without any, this is another bucket of that name, or an emptied one. */
  private known = false;
  private lookedAt = -Infinity;

  /** @param bounds the limits for all attempts of a call together */
  constructor({ bucket, prefix, client }: S3Location, bounds: StoreBounds = defaultStoreBounds) {
    const attemptMs = bounds.callMs / ATTEMPTS;
    this.callMs = bounds.callMs;
    this.client = new S3Client({
      ...client,
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: attemptMs / 2,
        // Until the response begins. After that, each piece has its own limit, because the downloading client may be slow.
        requestTimeout: attemptMs,
        throwOnRequestTimeout: true,
      },
    });
    requireAnswersOfS3(this.client);
    this.sending = { requestTimeout: bounds.writeMs / ATTEMPTS };
    this.bucket = bucket;
    this.prefix = prefix === '' ? '' : `${prefix}/`;
  }

  async put(id: ObjectId, content: AsyncIterable<Buffer>): Promise<void> {
    if (this.known && performance.now() - this.lookedAt > LOOKS_EVERY) await this.requirePlace();
    const cutter = new Cutter(PART_BYTES);
    const parts = cutter.cut(content);
    try {
      const first = await parts.next();
      const bytes = first.done ? Buffer.alloc(0) : first.value;
      // Only the last part is shorter, and it is sent when the content has ended.
      if (bytes.length < PART_BYTES)
        await this.client.send(
          new PutObjectCommand({ ...this.at(id), Body: bytes }),
          bytes.length > SMALL_BYTES ? this.sending : {},
        );
      else await this.putInParts(id, startingWith(bytes, parts), cutter);
    } finally {
      await parts.return();
    }
  }

  async replace(id: ObjectId, content: AsyncIterable<Buffer>, size: number): Promise<boolean> {
    // Between this check and the write it may be deleted. The sweep then removes the rest, because no row refers to it.
    if ((await this.open(id, 1)) === null) return false;
    await this.put(id, ofSize(size, content));
    return true;
  }

  async open(id: ObjectId, tailBytes: number): Promise<StoredObject | null> {
    try {
      const answer = await this.client.send(new GetObjectCommand({ ...this.at(id), Range: `bytes=-${tailBytes}` }));
      const tail = Buffer.concat(await collected(within(this.callMs, answer)));
      return new StoredInS3(this.client, { ...this.at(id), IfMatch: answer.ETag }, sizeOf(answer, tail), tail);
    } catch (error) {
      if (!(error instanceof NoSuchKey)) throw error;
      if (this.known) await this.requirePlace();
      return null;
    }
  }

  async notes(): Promise<string[]> {
    const names: string[] = [];
    for await (const { Key = '' } of this.contents(NOTES)) names.push(Key.slice(this.prefix.length + NOTES.length));
    this.seen(names.some((name) => name.startsWith(LASTING)));
    return names.filter((name) => !isFileOfSystem(name));
  }

  async addNote(name: string): Promise<void> {
    await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: this.prefix + NOTES + name, Body: name }));
  }

  async removeNote(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: this.prefix + NOTES + name }));
    // An operator declares that it belongs to somebody else from now on.
    if (name.startsWith(LASTING)) this.known = false;
  }

  async ping(): Promise<void> {
    await this.requirePlace();
  }

  /** @throws ObjectStoreFailed if this is not the same store as before */
  private async requirePlace(): Promise<void> {
    const Prefix = this.prefix + NOTES + LASTING;
    const { Contents = [] } = await this.client.send(
      new ListObjectsV2Command({ Bucket: this.bucket, Prefix, MaxKeys: 1 }),
    );
    this.seen(Contents.length > 0);
  }

  private seen(lasting: boolean): void {
    if (this.known && !lasting) throw new ObjectStoreFailed('is not in its bucket any more');
    this.known = lasting;
    this.lookedAt = performance.now();
  }

  async delete(id: ObjectId): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(id)));
  }

  async *list(): AsyncIterable<StoredObjectName> {
    if (this.known) await this.requirePlace();
    for await (const { Key, LastModified } of this.contents('')) {
      const id = Key?.slice(this.prefix.length) ?? '';
      if (isObjectId(id) && LastModified) yield { id, writtenAt: LastModified };
    }
  }

  /** What is below the prefix, before any object, and no part of a store, unless it may be there; `null` for nothing. */
  async foreign(mayBe: (name: string) => boolean): Promise<string | null> {
    for await (const { Key = '' } of this.contents('')) {
      const name = Key.slice(this.prefix.length);
      if (isObjectId(name)) return null;
      // Some tools show a prefix as a folder by an object that has its name.
      if (!name.startsWith(NOTES) && name !== '' && !mayBe(name)) return name;
    }
    return null;
  }

  /** Uploads in parts, as `<object id> <upload id>`. */
  async *temporary(): AsyncIterable<string> {
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (from) {
      const page: ListMultipartUploadsCommandOutput = await this.client.send(
        new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: this.prefix, ...from }),
      );
      for (const { Key, UploadId = '' } of page.Uploads ?? []) {
        const id = Key?.slice(this.prefix.length) ?? '';
        if (isObjectId(id)) yield `${id} ${UploadId}`;
      }
      from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    }
  }

  async removeTemporary(name: string): Promise<void> {
    const [id = '', UploadId] = name.split(' ');
    if (!isObjectId(id)) return;
    try {
      await this.client.send(new AbortMultipartUploadCommand({ ...this.at(id), UploadId }));
    } catch (error) {
      if (!(error instanceof NoSuchUpload)) throw error;
    }
  }

  close(): void {
    this.client.destroy();
  }

  private async putInParts(id: ObjectId, parts: AsyncIterable<Buffer>, cutter: Cutter): Promise<void> {
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(this.at(id)));
    const upload = { ...this.at(id), UploadId };
    let count = 0;
    const send = async (Body: Buffer): Promise<CompletedPart> => {
      const PartNumber = (count += 1);
      const { ETag, ChecksumCRC32 } = await this.client.send(
        new UploadPartCommand({ ...upload, PartNumber, Body }),
        this.sending,
      );
      cutter.giveBack(Body);
      return { PartNumber, ETag, ChecksumCRC32 };
    };
    try {
      const Parts = await collected(pipelined(parts, PARTS_AT_ONCE, send));
      await this.client.send(
        new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
        this.sending,
      );
    } catch (error) {
      // The first failure is reported. The sweep removes what remains.
      await this.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }

  /** Objects whose names begin so, below the prefix. */
  private async *contents(beginning: string): AsyncGenerator<_Object, void, undefined> {
    const where = { Bucket: this.bucket, Prefix: this.prefix + beginning };
    let from: string | undefined;
    do {
      const page = await this.client.send(new ListObjectsV2Command({ ...where, ContinuationToken: from }));
      yield* page.Contents ?? [];
      from = page.NextContinuationToken;
    } while (from !== undefined);
  }

  private at(id: ObjectId): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + id };
  }
}

/** One state of an object: if it is replaced in the meantime, `If-Match` makes further reading fail. */
class StoredInS3 implements StoredObject {
  private readonly bodies = new Set<GetObjectCommandOutput['Body']>();

  constructor(
    private readonly client: S3Client,
    private readonly where: GetObjectCommandInput,
    readonly size: number,
    readonly tail: Buffer,
  ) {}

  async *read(start: number, end: number): AsyncIterable<Buffer> {
    if (start >= end) return;
    const answer = await this.client.send(new GetObjectCommand({ ...this.where, Range: `bytes=${start}-${end - 1}` }));
    this.bodies.add(answer.Body);
    try {
      yield* bodyOf(answer);
    } finally {
      this.bodies.delete(answer.Body);
    }
  }

  close(): Promise<void> {
    // Leaving the loop destroys a body that is read, but a silent body does not leave its loop.
    for (const body of this.bodies) if (body instanceof Readable) body.destroy();
    return Promise.resolve();
  }
}

/** Ends a body that takes longer. */
async function* within(ms: number, answer: GetObjectCommandOutput): AsyncGenerator<Buffer, void, undefined> {
  const { Body } = answer;
  const timer = setTimeout(() => {
    if (Body instanceof Readable) Body.destroy();
  }, ms);
  try {
    yield* bodyOf(answer);
  } finally {
    clearTimeout(timer);
  }
}

async function* bodyOf({ Body }: GetObjectCommandOutput): AsyncGenerator<Buffer, void, undefined> {
  if (!(Body instanceof Readable)) throw new TypeError('S3 answered without a stream');
  for await (const piece of Body as AsyncIterable<unknown>) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('S3 answered with something other than bytes');
    yield piece;
  }
}

/** From `Content-Range: bytes 5-9/10`. A store that sends a whole object leaves it out. */
function sizeOf({ ContentRange }: GetObjectCommandOutput, tail: Buffer): number {
  const size = ContentRange?.split('/')[1];
  return size === undefined ? tail.length : Number(size);
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield first;
  yield* rest;
}
