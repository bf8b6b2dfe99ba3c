import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectStore } from '../../../src/platform/objects/object-store.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { collected } from '../../../src/platform/objects/pipeline.js';
import { parseS3Url } from '../../../src/platform/objects/s3-store.js';
import { outageOf } from '../../../src/platform/outage.js';
import { bytesLike, inPieces } from './content.js';
import { FakeS3 } from './fake-s3.js';

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';

const MIB = 1024 * 1024;
let s3: FakeS3;
let store: ObjectStore;

beforeEach(async () => {
  s3 = await FakeS3.start();
  store = await openObjectStore(s3.url);
});
afterEach(async () => {
  store.close();
  await s3.stop();
});

const requested = (): string[] =>
  s3.requests.map((request) => /^(\w+).*x-id=(\w+)|\?(uploads)/.exec(request)?.slice(1).join(' ') ?? request);

test('a small object is one request', async () => {
  const id = newObjectId();
  await store.put(id, inPieces(Buffer.from('hello')));
  expect(requested()).toEqual(['PUT PutObject ']);
  expect(s3.blobs.get(`some/prefix/${id}`)?.bytes.toString()).toBe('hello');
});

test.each([8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 25 * MIB])('%i bytes arrive, few parts at a time', async (size) => {
  const bytes = bytesLike('noise', size);
  const id = newObjectId();
  await store.put(id, inPieces(bytes, 300_000));
  expect(s3.blobs.get(`some/prefix/${id}`)?.bytes.equals(bytes)).toBe(true);
  expect(s3.partsAtOnce).toBeLessThanOrEqual(2);
  expect(s3.uploads.size).toBe(0);
});

const pages = {
  'a page that is XML': { status: 200, text: '<html>Sign in</html>' },
  'a page that is none': { status: 200, text: '<!DOCTYPE html><html><meta charset=utf-8><p>Sign in<br>here</html>' },
  nothing: { status: 200, text: '' },
  'an object of JSON': { status: 200, text: '{}' },
  'a redirect': { status: 302, text: '<html><body><hr><center>nginx</center></body></html>' },
  'that there is no such page': { status: 404, text: '404 page not found' },
  'that it is too large': { status: 413, text: '<html><body><hr><center>nginx</center></body></html>' },
};
test.each(Object.entries(pages))(
  'what is no S3 and answers with %s has stored nothing, and lists nothing',
  async (_, page) => {
    s3.page = page;
    const id = newObjectId();
    await store.put(id, inPieces(Buffer.from('before')));
    s3.isPage = () => true;
    const asked = [
      () => store.put(newObjectId(), inPieces(Buffer.from('hello'))),
      () => store.put(newObjectId(), inPieces(bytesLike('noise', 9 * MIB))),
      () => store.open(id, 10),
      () => store.addNote('server-1'),
      () => store.notes(),
      () => store.ping(),
      () => collected(store.list()),
      () => collected(store.temporary()),
    ];
    for (const ask of asked) {
      const failure: unknown = await ask().catch((error: unknown) => error);
      expect([ask.toString(), outageOf(failure)]).toEqual([ask.toString(), 'away']);
      expect(String(failure)).toContain('something that is not S3');
    }
    expect(s3.blobs.size).toBe(1);
  },
);

test('what leaves out a member that most servers give is S3 by another', async () => {
  s3.isPage = (request) => request.startsWith('PUT');
  s3.page = { status: 200, text: '', headers: { 'x-amz-version-id': '1' } };
  await store.put(newObjectId(), inPieces(Buffer.from('hello')));
  s3.isPage = (request) => request.startsWith('GET');
  s3.page = { status: 200, text: '<ListBucketResult><Prefix>here/</Prefix></ListBucketResult>' };
  expect(await collected(store.list())).toEqual([]);
  s3.isPage = (request) => request.startsWith('POST') && request.includes('uploadId=');
  s3.page = { status: 200, text: '<CompleteMultipartUploadResult><Key>k</Key></CompleteMultipartUploadResult>' };
  await store.put(newObjectId(), inPieces(bytesLike('noise', 9 * MIB)));
});

test.each(['partNumber=2', '?uploadId='])('nor has it stored an upload of which it answered %s', async (what) => {
  s3.isPage = (request) => request.includes(what) && !request.startsWith('DELETE');
  await expect(store.put(newObjectId(), inPieces(bytesLike('noise', 25 * MIB)))).rejects.toThrow(
    'something that is not S3',
  );
  expect(s3.blobs.size + s3.uploads.size).toBe(0);
});

test('a part that is refused fails the write and gives the upload up', async () => {
  s3.refuse = (request) => request.includes('partNumber=2');
  await expect(store.put(newObjectId(), inPieces(bytesLike('noise', 25 * MIB)))).rejects.toThrow('InvalidRequest');
  expect(s3.blobs.size + s3.uploads.size).toBe(0);
});

test('an upload that could not be given up is swept later', async () => {
  s3.refuse = (request) => request.includes('partNumber=2') || request.startsWith('DELETE');
  for (let n = 0; n < 3; n += 1) {
    await expect(store.put(newObjectId(), inPieces(bytesLike('noise', 9 * MIB)))).rejects.toThrow('InvalidRequest');
  }
  s3.refuse = () => false;
  const left = await collected(store.temporary());
  expect(left).toHaveLength(3);
  for (const name of [...left, ...left]) await store.removeTemporary(name);
  expect(s3.uploads.size).toBe(0);
});

test('an object that is replaced while it is read does not come out mixed', async () => {
  const id = newObjectId();
  await store.put(id, inPieces(Buffer.alloc(100, 'a')));
  const stored = await store.open(id, 10);
  await store.put(id, inPieces(Buffer.alloc(100, 'b')));
  await expect(collected(stored!.read(0, 50))).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

test('what others keep in the bucket is not listed', async () => {
  await store.put(newObjectId(), inPieces(Buffer.from('ours')));
  const blob = [...s3.blobs.values()][0]!;
  s3.blobs.set('some/prefix/README', blob).set(`elsewhere/${newObjectId()}`, blob);
  expect(await collected(store.list())).toHaveLength(1);
});

test.each([
  ['s3://bucket', '', {}],
  ['s3://bucket/a/b/?region=eu-west-1', 'a/b', { region: 'eu-west-1' }],
  ['s3://bucket/a?endpoint=http://h:1', 'a', { endpoint: 'http://h:1', region: 'us-east-1', forcePathStyle: true }],
  ['s3://bucket/a?endpoint=http://h:1&pathStyle=false', 'a', { forcePathStyle: false }],
])('%s', (url, prefix, client) => {
  expect(parseS3Url(url)).toMatchObject({ bucket: 'bucket', prefix, client });
});

test('what a desktop has left beside the notes is none', async () => {
  await store.addNote('installation-AAAA');
  s3.blobs.set('some/prefix/notes/.DS_Store', { bytes: Buffer.from('left'), etag: '"1"', writtenAt: new Date() });
  expect(await store.notes()).toEqual(['installation-AAAA']);
});

test('a note that a store does not list yet is not missed: some need a moment', async () => {
  await store.addNote('installation-AAAAAAAAAAAAAAAA');
  const kept = new Map(s3.blobs);
  s3.blobs.clear();
  expect(await store.notes()).toEqual([]);
  await store.put(newObjectId(), inPieces(Buffer.from('x')));
  for (const [key, blob] of kept) s3.blobs.set(key, blob);
  expect(await store.notes()).toEqual(['installation-AAAAAAAAAAAAAAAA']);
});

test('a bucket that was emptied, or made anew, is an outage, and not about its objects', async () => {
  const id = newObjectId();
  const content = () => inPieces(Buffer.from('x'));
  await store.addNote('installation-AAAAAAAAAAAAAAAA');
  await store.ping();
  await store.put(id, content());
  const kept = new Map(s3.blobs);
  s3.blobs.clear();
  const calls = [
    () => store.ping(),
    () => store.notes(),
    () => store.open(id, 1),
    () => store.replace(id, content(), 1),
    () => collected(store.list()),
  ];
  for (const call of calls)
    expect(outageOf(await Promise.resolve(call()).catch((error: unknown) => error)), String(call)).toBe('away');
  for (const [key, blob] of kept) s3.blobs.set(key, blob);
  for (const call of calls) await call();
  expect(await store.open(newObjectId(), 1)).toBeNull();
});

test('a write looks for it first, unless somebody did a moment ago', async () => {
  await store.addNote('installation-AAAAAAAAAAAAAAAA');
  await store.ping();
  await store.put(newObjectId(), inPieces(Buffer.from('x')));
  s3.blobs.clear();
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  try {
    const failure = store.put(newObjectId(), inPieces(Buffer.from('x'))).catch((error: unknown) => error);
    expect(outageOf(await failure)).toBe('away');
  } finally {
    clock.mockRestore();
  }
  expect(s3.blobs.size).toBe(0);
});
