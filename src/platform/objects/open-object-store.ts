import { pathOfFileUrl } from '../file-url.js';
import { OperatorError, errorCode, systemReason } from '../operator-error.js';
import { BoundedStore, defaultStoreBounds } from './bounded-store.js';
import type { StoreBounds } from './bounded-store.js';
import { NotTheStore } from './object-errors.js';
import type { ObjectStore } from './object-store.js';

/**
 * Opens the store of a URL (`TRUSTATE_OBJECT_STORE`). `file:/path` (or `file:path`, relative to the working directory; see `pathOfFileUrl`) is created if it is
 * missing. `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=true|false` uses credentials as the AWS SDK finds them.
 * @throws OperatorError if the URL is neither
 */
export async function openObjectStore(url: string, bounds: Partial<StoreBounds> = {}): Promise<ObjectStore> {
  const store = await storeAt(url, { ...defaultStoreBounds, ...bounds });
  // A hanging request to S3 does not block anything that others need.
  return url.startsWith('file:') ? new BoundedStore(store, bounds) : new BoundedStore(store, bounds, Infinity);
}

/**
 * The same for a start and for commands: a store that is elsewhere has to answer once.
 * @throws OperatorError that says why it does not
 */
export async function openReachable(url: string): Promise<ObjectStore> {
  const store = await openObjectStore(url);
  if (url.startsWith('file:')) return store;
  try {
    await store.ping();
    return store;
  } catch (error) {
    store.close();
    throw new OperatorError(
      `The object store ${url} cannot be used: ${reasonOf(error)}. If it is at work, check this address and the AWS_* variables.`,
      { cause: error },
    );
  }
}

/** What S3, its client or the network says, in its first line. */
function reasonOf(error: unknown): string {
  if (error instanceof NotTheStore) return 'what answers there does not speak S3';
  const code = errorCode(error);
  if (code !== undefined || !(error instanceof Error)) return systemReason(error);
  const [line = ''] = error.message.split('\n');
  return line === '' || line === 'UnknownError' ? error.name : line.replace(/\.$/, '');
}

async function storeAt(url: string, bounds: StoreBounds): Promise<ObjectStore> {
  if (url.startsWith('file:')) {
    const { FolderObjectStore } = await import('./folder-store.js');
    return FolderObjectStore.open(pathOfFileUrl(url));
  }
  if (url.startsWith('s3://')) {
    // Loading the SDK takes time, so it is loaded only if it is used.
    const { S3ObjectStore, parseS3Url } = await import('./s3-store.js');
    return new S3ObjectStore(parseS3Url(url), bounds);
  }
  throw new OperatorError(`The object store ${url} is neither file: nor s3:`);
}
