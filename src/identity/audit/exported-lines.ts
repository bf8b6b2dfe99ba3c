import { z } from 'zod';
import { recordHash } from './chained-record.js';
import type { ChainedRecord } from './chained-record.js';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.string().regex(/^\d{1,19}$/);
const word = z.string().nullable();

/** A line of an export: a record with its position, its hash and the previous hash. */
const line = z.object({
  position: place,
  hash,
  previous: hash.nullable(),
  id: place,
  at: z.iso.datetime(),
  organizationId: word,
  actorId: word,
  actorName: z.string(),
  actorKind: z.string(),
  tokenId: word,
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  targetName: word,
  outcome: z.string(),
  problem: word,
  requestId: word,
  remoteAddress: word,
  /** Text if JSON would not write it in the same form. */
  details: z.union([z.string(), z.record(z.string(), z.unknown())]).nullable(),
});

/** A parsed line, with the hash that it should have. */
export interface ExportedRecord {
  readonly position: bigint;
  readonly hash: string;
  readonly previous: string | null;
  /** Computed from the content of the line. */
  readonly computed: string;
}

/** @param previous hash of the previous record; `null` if that is missing */
export function exportedLine({ facts, ...chained }: ChainedRecord, previous: string | null): string {
  const { id, at, details, ...words } = facts;
  const place = { position: String(chained.position), hash: chained.hash, previous, id: String(id) };
  return `${JSON.stringify({ ...place, at: at.toISOString(), ...words, details: detailsOf(details) })}\n`;
}

/** `null` if it is not a valid line, such as in a truncated file. */
export function readLine(text: string): ExportedRecord | null {
  const { data } = line.safeParse(parsed(text));
  if (!data) return null;
  const { position: at, hash: given, previous, id, details, ...words } = data;
  const position = BigInt(at);
  const said = details === null || typeof details === 'string' ? details : JSON.stringify(details);
  const facts = { ...words, id: BigInt(id), at: new Date(words.at), details: said };
  return { position, hash: given, previous, computed: recordHash(previous ?? '', position, facts) };
}

/** An object for readers of the line, if its text can be restored from it. */
function detailsOf(text: string | null): unknown {
  const value = text === null ? null : parsed(text);
  return typeof value === 'object' && !Array.isArray(value) && JSON.stringify(value) === text ? value : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
