import fc from 'fast-check';
import { encode } from '../../../src/pki/x509/der-writer.js';

type Edit = (bytes: Buffer) => Buffer;

const at = (bytes: Buffer, where: number) => Math.floor(where * bytes.length);
export const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const octet = fc.integer({ min: 0, max: 255 });

/** Changes of a hostile mind: octets, tags and lengths exchanged, cut, doubled, put in, and nested. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(where, octet).map(
    ([w, value]): Edit =>
      (bytes) =>
        Buffer.from(bytes.map((old, n) => (n === at(bytes, w) ? value : old))),
  ),
  fc
    .tuple(
      where,
      fc.constantFrom(
        0x01,
        0x02,
        0x03,
        0x04,
        0x05,
        0x06,
        0x0c,
        0x13,
        0x17,
        0x1e,
        0x1f,
        0x24,
        0x30,
        0x31,
        0x80,
        0xa0,
        0xa3,
        0xff,
      ),
    )
    .map(
      ([w, value]): Edit =>
        (bytes) =>
          Buffer.from(bytes.map((old, n) => (n === at(bytes, w) ? value : old))),
    ),
  where.map(
    (w): Edit =>
      (bytes) =>
        bytes.subarray(0, at(bytes, w)),
  ),
  fc.tuple(where, where).map(
    ([a, b]): Edit =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, Math.max(a, b))), bytes.subarray(at(bytes, Math.min(a, b)))]),
  ),
  fc.tuple(where, fc.uint8Array({ maxLength: 20 })).map(
    ([w, more]): Edit =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, w)), more, bytes.subarray(at(bytes, w))]),
  ),
  fc.constantFrom(0x30, 0x31, 0xa0).map(
    (tag): Edit =>
      (bytes) =>
        encode(tag, bytes),
  ),
);

/** A document taken apart, also where a string of octets or bits holds another one. */
export interface Tree {
  readonly tag: number;
  readonly prefix: Buffer;
  readonly body: Buffer | readonly Tree[];
}

export function takeApart(bytes: Buffer): readonly Tree[] | undefined {
  const trees: Tree[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1] ?? 0x80;
    const digits = first < 0x80 ? 0 : first & 0x7f;
    if (first === 0x80 || digits > 3 || at + 2 + digits > bytes.length) return undefined;
    const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits);
    const content = bytes.subarray(at + 2 + digits, at + 2 + digits + length);
    if (content.length < length) return undefined;
    const tag = bytes.readUInt8(at);
    const prefix = tag === 0x03 ? content.subarray(0, 1) : Buffer.of();
    const holds =
      (tag & 0x20) !== 0 || tag === 0x03 || tag === 0x04 ? takeApart(content.subarray(prefix.length)) : undefined;
    trees.push({ tag, prefix, body: holds ?? content.subarray(prefix.length) });
    at += 2 + digits + length;
  }
  return trees;
}

export const putTogether = (trees: readonly Tree[]): Buffer =>
  Buffer.concat(
    trees.map(({ tag, prefix, body }) => encode(tag, prefix, Buffer.isBuffer(body) ? body : putTogether(body))),
  );

export const countOf = (trees: readonly Tree[]): number =>
  trees.reduce((sum, { body }) => sum + 1 + (Buffer.isBuffer(body) ? 0 : countOf(body)), 0);

/** Replaces the value with this number, counted depth first, by any others. */
export function replaceAt(
  trees: readonly Tree[],
  number: number,
  change: (tree: Tree) => readonly Tree[],
): readonly Tree[] {
  let left = number;
  return trees.flatMap((tree) => {
    const mine = left--;
    if (mine === 0) return change(tree);
    if (Buffer.isBuffer(tree.body) || mine < 0) return [tree];
    const inside = countOf(tree.body);
    left -= inside;
    return mine <= inside ? [{ ...tree, body: replaceAt(tree.body, mine - 1, change) }] : [tree];
  });
}

const flat = (tree: Tree): Buffer => (Buffer.isBuffer(tree.body) ? tree.body : putTogether(tree.body));

/** Changes that leave the document DER, so that they reach what reads its meaning. */
export const treeEdit: fc.Arbitrary<(tree: Tree) => readonly Tree[]> = fc.oneof(
  fc.constant(() => []),
  fc.constant((tree: Tree) => [tree, tree]),
  fc
    .constantFrom(
      0x01,
      0x02,
      0x03,
      0x04,
      0x05,
      0x06,
      0x0a,
      0x0c,
      0x13,
      0x14,
      0x16,
      0x17,
      0x18,
      0x1c,
      0x1e,
      0x30,
      0x31,
      0x80,
      0x81,
      0x82,
      0x86,
      0x87,
      0x88,
      0xa0,
      0xa1,
      0xa2,
      0xa3,
      0xa4,
    )
    .map((tag) => (tree: Tree) => [{ ...tree, tag }]),
  fc.uint8Array({ maxLength: 24 }).map((bytes) => (tree: Tree) => [{ ...tree, body: Buffer.from(bytes) }]),
  fc.tuple(where, octet).map(([w, value]) => (tree: Tree) => {
    const body = Buffer.from(flat(tree));
    return [{ ...tree, body: Buffer.from(body.map((old, n) => (n === at(body, w) ? value : old))) }];
  }),
  fc.constantFrom(0x30, 0x31, 0xa0, 0x04).map((tag) => (tree: Tree) => [{ tag, prefix: Buffer.of(), body: [tree] }]),
  fc.constant((tree: Tree) => (Buffer.isBuffer(tree.body) ? [tree] : [{ ...tree, body: [...tree.body].reverse() }])),
);
