import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { ContentUrls } from '../../../src/state/backing-data/content-url.js';
import { HandClock } from '../../identity/world.js';

const base = 'https://t.example';
const hour = 3_600_000;
const kinds = ['raw', 'json'] as const;
const directions = ['upload', 'download'] as const;

function made(key = Buffer.alloc(32, 1)) {
  const clock = new HandClock(new Date('2026-01-01T00:10:00.000Z'));
  const urls = new ContentUrls({ keys: [key], clock, lifetimeMs: 25 * hour });
  const version = { id: ids.stateVersion.make(), createdAt: clock.now() };
  const tokenId = ids.token.make();
  const segment = (direction: (typeof directions)[number], kind: (typeof kinds)[number]) =>
    urls[direction](base, kind, version, tokenId).slice(`${base}/objects/v1/object/`.length);
  const open = (text: string, direction: (typeof directions)[number]) =>
    direction === 'upload' ? urls.openUpload(text) : urls.openDownload(text);
  return { clock, version, tokenId, segment, open };
}

describe('content URLs', () => {
  test.each(directions.flatMap((direction) => kinds.map((kind) => [direction, kind] as const)))(
    'a %s of %s comes back, and goes no other way',
    (direction, kind) => {
      const { version, segment, open } = made();
      const text = segment(direction, kind);
      expect(text).toMatch(/^[A-Za-z0-9._-]+$/);
      expect(open(text, direction)).toMatchObject({ direction, kind, stateVersionId: version.id });
      const other = direction === 'upload' ? 'download' : 'upload';
      expect(() => open(text, other)).toThrow(expect.objectContaining({ code: 'SIGNATURE_INVALID' }));
    },
  );

  test('a download URL says whose token it was shown to', () => {
    const { segment, open, tokenId } = made();
    expect(open(segment('download', 'raw'), 'download')).toMatchObject({ tokenId });
    expect(open(segment('upload', 'raw'), 'upload')).not.toHaveProperty('tokenId');
  });

  test.each(directions)(
    'the URL of an %s is the same while the version is new, and ends with the lifetime of the version',
    (direction) => {
      const { clock, segment, open } = made();
      const text = segment(direction, 'raw');
      clock.advance(25 * 60_000 - 1);
      expect(segment(direction, 'raw')).toBe(text);
      clock.advance(1);
      expect(segment(direction, 'raw')).not.toBe(text);
      clock.advance(25 * hour - 25 * 60_000 - 1);
      expect(open(text, direction).kind).toBe('raw');
      clock.advance(1);
      expect(() => open(text, direction)).toThrow(expect.objectContaining({ code: 'SIGNATURE_EXPIRED' }));
    },
  );

  test.each(
    directions.flatMap((direction) =>
      [26 * 60_000, 24 * hour, 1_000 * hour + 7_000].map((age) => [direction, age] as const),
    ),
  )('the URL of an %s that is read %d ms later lives as long from then, to the second', (direction, age) => {
    const { clock, segment, open } = made();
    clock.advance(age);
    const text = segment(direction, 'json');
    clock.advance(25 * hour - 1_000);
    expect(open(text, direction).kind).toBe('json');
    clock.advance(1_000);
    expect(() => open(text, direction)).toThrow(expect.objectContaining({ code: 'SIGNATURE_EXPIRED' }));
  });

  test('a clock behind the one that created the version makes no longer lifetime', () => {
    const { clock, segment, open } = made();
    clock.advance(-hour);
    const text = segment('download', 'raw');
    clock.advance(26 * hour - 1);
    expect(open(text, 'download').kind).toBe('raw');
    clock.advance(1);
    expect(() => open(text, 'download')).toThrow(expect.objectContaining({ code: 'SIGNATURE_EXPIRED' }));
  });

  test('another key signs nothing here', () => {
    const { segment } = made(Buffer.alloc(32, 2));
    expect(() => made().open(segment('upload', 'raw'), 'upload')).toThrow(
      expect.objectContaining({ code: 'SIGNATURE_INVALID' }),
    );
  });

  test('no other text is taken', () => {
    const { segment, open } = made();
    const genuine = directions.flatMap((direction) => kinds.map((kind) => segment(direction, kind)));
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/%~ ';
    const changed = fc
      .tuple(fc.constantFrom(...genuine), fc.nat(), fc.constantFrom(...alphabet), fc.constantFrom('put', 'cut', 'add'))
      .map(([text, at, letter, how]) => {
        const place = at % text.length;
        return text.slice(0, place) + (how === 'cut' ? '' : letter) + text.slice(how === 'add' ? place : place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(changed, fc.string()), fc.constantFrom(...directions), (text, direction) => {
        fc.pre(!genuine.includes(text));
        expect(() => open(text, direction)).toThrow(expect.objectContaining({ code: 'SIGNATURE_INVALID' }));
      }),
      { numRuns: 2_000 },
    );
  });
});
