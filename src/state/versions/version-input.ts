import { ids } from '../../platform/ids.js';
import type { RunId, StateVersionId, WorkspaceId } from '../../platform/ids.js';
import { passing, problem } from '../../platform/problems.js';
import type { CreateStateVersionInput } from './version.inputs.js';
import type { NewStateVersion } from './versions.js';

export const largestSerial = 2n ** 63n - 1n;

/** A text that is not an identifier of a workspace counts as a missing one. @throws NOT_FOUND */
export function workspaceIdOf(text: string): WorkspaceId {
  const id = ids.workspace.parse(text);
  if (id === null) throw problem('NOT_FOUND');
  return id;
}

/** @throws NOT_FOUND */
export function stateVersionIdOf(text: string): StateVersionId {
  const id = ids.stateVersion.parse(text);
  if (id === null) throw problem('NOT_FOUND');
  return id;
}

/**
 * Parses the input of a creation into valid values.
 * @throws NOT_FOUND, INVALID_INPUT naming the field
 */
export function newStateVersion(input: CreateStateVersionInput): NewStateVersion {
  return {
    workspaceId: workspaceIdOf(input.workspaceId),
    declared: {
      serial: serialOf(input.serial),
      md5: md5Of(input.md5),
      lineage: lineageOf(input.lineage),
      force: input.force ?? false,
    },
    state: bytesOf('state', input.state),
    jsonState: bytesOf('jsonState', input.jsonState),
    jsonStateOutputs: bytesOf('jsonStateOutputs', input.jsonStateOutputs),
    runId: runIdOf(input.runId),
  };
}

function serialOf(serial: bigint): bigint {
  if (serial >= 0n && serial <= largestSerial) return serial;
  const rule = `serial must be a whole number from 0 to ${String(largestSerial)}`;
  throw problem('INVALID_INPUT', rule, ['serial'], passing(serial, largestSerial));
}

/** Real ones are far shorter; the reader of a state's own lineage has the same limit. */
const longestLineage = 4_000;

function lineageOf(lineage: string | null | undefined): string | null {
  if (lineage === null || lineage === undefined || lineage === '') return null;
  if (lineage.length <= longestLineage) return lineage;
  const rule = `lineage must have at most ${longestLineage} characters`;
  throw problem('INVALID_INPUT', rule, ['lineage'], passing(lineage.length, longestLineage));
}

function md5Of(md5: string): string {
  if (/^[0-9a-f]{32}$/i.test(md5)) return md5.toLowerCase();
  throw problem('INVALID_INPUT', 'md5 must be the MD5 hash of the raw state: 32 hexadecimal digits', ['md5']);
}

function runIdOf(text: string | null | undefined): RunId | null {
  if (text === null || text === undefined) return null;
  const id = ids.run.parse(text);
  if (id === null) throw problem('INVALID_INPUT', 'runId is not a run of this workspace', ['runId']);
  return id;
}

type ContentField = 'state' | 'jsonState' | 'jsonStateOutputs';

/** Buffer skips invalid characters: a text was only valid if encoding the bytes returns it. */
function decoded(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}

/** Strict base64 (RFC 4648 §4); line breaks, which encoders insert, are ignored. */
function bytesOf(field: ContentField, base64: string | null | undefined): Uint8Array | null {
  if (base64 === null || base64 === undefined) return null;
  // Few texts have line breaks: these are removed where it is not valid as it stands.
  const bytes = decoded(base64) ?? decoded(base64.replaceAll(/\s+/g, ''));
  if (bytes === null) throw problem('INVALID_INPUT', `${field} is not valid base64`, [field]);
  if (bytes.length === 0 && field !== 'jsonStateOutputs') throw problem('INVALID_INPUT', `${field} is empty`, [field]);
  return bytes.length === 0 ? null : bytes;
}
