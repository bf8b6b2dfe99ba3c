import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Client } from './client.js';
import { CreateStateVersion, StateVersionDownload, StoredStateVersion } from './generated/state-versions.js';
import type { CreateStateVersionMutation } from './generated/types.js';
import type { Done, Outcome, Problem } from './outcome.js';
import { counted } from './progress.js';
import type { OnProgress } from './progress.js';
import { put } from './put.js';
import { isObject, parsed } from './reading.js';

export type { OnProgress } from './progress.js';

/** A state to store as the next version of a workspace whose lock you hold. */
export interface StateUpload {
  readonly workspaceId: string;
  /** The raw state, as `terraform state pull` prints it. */
  readonly content: Blob | Uint8Array<ArrayBuffer> | string;
  /** Serial and lineage, if you know them. Otherwise the content is parsed to find them. */
  readonly serial?: number | undefined;
  readonly lineage?: string | undefined;
  /** Accept a lower serial or another lineage than the workspace knows. */
  readonly force?: boolean | undefined;
  /** The run that produced it. */
  readonly runId?: string | undefined;
}

export interface TransferOptions {
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A state version after an upload. */
export type UploadedStateVersion = Done<CreateStateVersionMutation>['createStateVersion']['stateVersion'];

/**
 * Creates a state version and uploads its content. The outcome is a success when the server has stored the content. An interrupted upload is tried again with
 * the same version.
 */
export async function uploadState(
  client: Client,
  { content, ...upload }: StateUpload,
  options: TransferOptions = {},
): Promise<Outcome<UploadedStateVersion>> {
  const blob = content instanceof Blob ? content : new Blob([content]);
  const { serial, lineage } = upload.serial === undefined ? factsOf(await blob.text()) : upload;
  if (serial === undefined) return notState;
  const created = await client.mutate(
    CreateStateVersion,
    {
      input: {
        workspaceId: upload.workspaceId,
        serial,
        md5: await md5Of(blob),
        ...(lineage !== undefined && { lineage }),
        ...(upload.force !== undefined && { force: upload.force }),
        ...(upload.runId !== undefined && { runId: upload.runId }),
      },
    },
    options,
  );
  if (!created.ok) return created;
  const { stateVersion } = created.data.createStateVersion;
  const problem = await sent(client, stateVersion.hostedStateUploadUrl, blob, options);
  const left = problem && !maybeStored(problem) ? null : await asLeft(client, stateVersion.id, options);
  if (problem && left?.status !== 'FINALIZED') return { ok: false, problems: [problem], cost: created.cost };
  return { ...created, data: left ?? stateVersion };
}

/** The version after its upload; null if it cannot be read. */
async function asLeft(client: Client, id: string, { signal }: TransferOptions): Promise<UploadedStateVersion | null> {
  const read = await client.query(StoredStateVersion, { id }, signal ? { signal } : {});
  return read.ok ? read.data.stateVersion : null;
}

/**
 * Whether the content may be stored although the upload failed. If the connection broke after the upload, the response is lost, and the next upload is refused
 * because there already was one.
 */
const maybeStored = (problem: Problem): boolean =>
  problem.kind === 'connection' || (problem.kind === 'request' && problem.status === 409);

/**
 * The content of a state version, as a response whose body can be streamed: `await outcome.data.text()`, `.json()`, `.body`.
 * @param options.json returns the JSON form of `terraform show -json` instead of the raw state, if one was stored
 */
export async function downloadState(
  client: Client,
  stateVersionId: string,
  { json = false, onProgress, signal }: TransferOptions & { readonly json?: boolean | undefined } = {},
): Promise<Outcome<Response>> {
  const request = signal ? { signal } : {};
  const found = await client.query(StateVersionDownload, { id: stateVersionId }, request);
  if (!found.ok) return found;
  const { stateVersion } = found.data;
  const url = json ? stateVersion?.hostedJsonStateDownloadUrl : stateVersion?.hostedStateDownloadUrl;
  if (url == null) return { ok: false, problems: [noContent], cost: found.cost };
  try {
    const response = await client.endpoint.fetch(url, request);
    if (!response.ok)
      return { ok: false, problems: [refusal(response.status, await response.text())], cost: found.cost };
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const body = response.body && counted(response.body, Number.isFinite(length) ? length : null, onProgress);
    return { ok: true, data: new Response(body, response), cost: found.cost };
  } catch (cause) {
    signal?.throwIfAborted();
    return { ok: false, problems: [cutOff(cause)], cost: found.cost };
  }
}

const uploadTries = 3;

/** Why the content was not stored; null if it was stored. */
async function sent(
  client: Client,
  url: string | null,
  content: Blob,
  { onProgress, signal }: TransferOptions,
): Promise<Problem | null> {
  if (url === null) return noContent;
  for (let tries = 1; ; tries += 1) {
    try {
      const { status, text } = await put(url, content, { fetch: client.endpoint.fetch, onProgress, signal });
      return status < 300 ? null : refusal(status, text);
    } catch (cause) {
      signal?.throwIfAborted();
      if (tries === uploadTries) return cutOff(cause);
    }
  }
}

async function md5Of(content: Blob): Promise<string> {
  const hash = md5.create();
  const bytes: ReadableStream<Uint8Array> = content.stream();
  const reader = bytes.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) hash.update(read.value);
  return bytesToHex(hash.digest());
}

function factsOf(text: string): { serial?: number; lineage?: string } {
  const state = parsed(text);
  if (!isObject(state) || typeof state['serial'] !== 'number') return {};
  const { serial, lineage } = state;
  return { serial, ...(typeof lineage === 'string' && { lineage }) };
}

/** The message of a JSON:API response; uploads and downloads are answered in this form. */
function refusal(status: number, text: string): Problem {
  const found = /"(?:detail|title)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  const words: unknown = found === undefined ? null : JSON.parse(found);
  const message = typeof words === 'string' ? words : `The server answered with status ${status}`;
  return { kind: 'request', code: 'TRANSFER_REFUSED', message, path: [], status, retryAfterSeconds: null };
}

const cutOff = (cause: unknown): Problem => ({
  kind: 'connection',
  code: 'UNREACHABLE',
  message: 'The transfer was cut off',
  cause,
});

const noContent: Problem = {
  kind: 'request',
  code: 'CONTENT_UNAVAILABLE',
  message: 'There is no such content, or you may not see it',
  path: [],
  status: 200,
  retryAfterSeconds: null,
};

const notState: Outcome<never> = {
  ok: false,
  problems: [
    { kind: 'rule', code: 'CONTENT_NOT_STATE', message: 'The content is not a state file', field: ['content'] },
  ],
  cost: null,
};
