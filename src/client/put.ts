import { counted } from './progress.js';
import type { OnProgress } from './progress.js';

/** The response to an upload. */
export interface PutAnswer {
  readonly status: number;
  readonly text: string;
}

export interface PutOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The part of the browsers' XMLHttpRequest that is used here. Only this class reports how much of a body was sent. */
interface UploadRequest extends EventTarget {
  readonly upload: EventTarget;
  readonly status: number;
  readonly responseText: string;
  open(method: string, url: string): void;
  send(body: Blob): void;
  abort(): void;
}
declare const XMLHttpRequest: undefined | (new () => UploadRequest);

/**
 * Sends content to a signed URL.
 * @throws TypeError if the server cannot be reached; the signal's reason if it was aborted
 */
export async function put(url: string, content: Blob, options: PutOptions): Promise<PutAnswer> {
  options.signal?.throwIfAborted();
  if (typeof XMLHttpRequest === 'function') return putFromBrowser(new XMLHttpRequest(), url, content, options);
  const response = await options.fetch(url, {
    method: 'PUT',
    headers: { 'content-length': String(content.size) },
    body: counted(content.stream(), content.size, options.onProgress),
    duplex: 'half',
    signal: options.signal ?? null,
  });
  return { status: response.status, text: await response.text() };
}

function putFromBrowser(
  request: UploadRequest,
  url: string,
  content: Blob,
  { onProgress, signal }: PutOptions,
): Promise<PutAnswer> {
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if ('loaded' in event && typeof event.loaded === 'number') onProgress?.(event.loaded, content.size);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new TypeError('The upload was cut off')));
    request.addEventListener('abort', () => reject(new TypeError('The upload was ended', { cause: signal?.reason })));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open('PUT', url);
    request.send(content);
  });
}
