import { request } from 'node:http';

export interface BegunUpload {
  /** Rejects where the connection ends without an answer. */
  readonly status: Promise<number>;
  readonly sendTheRest: () => void;
}

/**
 * Begins an upload and sends half of it, once the server has said that it may: then a process has read the request. The kernel alone accepts connections too, and
 * a stop ends those that have asked nothing yet.
 */
export async function begunUpload(url: string, content: string): Promise<BegunUpload> {
  const uploading = request(url, {
    method: 'PUT',
    agent: false,
    headers: { 'content-length': Buffer.byteLength(content), expect: '100-continue' },
  });
  const status = new Promise<number>((resolve, reject) => {
    uploading.on('error', reject);
    uploading.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  // Whoever begins it may look at the status later.
  status.catch(() => undefined);
  const begun = new Promise<void>((resolve) => uploading.on('continue', resolve));
  uploading.flushHeaders();
  await Promise.race([begun, status]);
  const half = content.length / 2;
  await new Promise((resolve) => uploading.write(content.slice(0, half), resolve));
  return { status, sendTheRest: () => void uploading.end(content.slice(half)) };
}
