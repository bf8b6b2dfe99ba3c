import { S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { NotTheStore } from './object-errors.js';

/**
 * Command → members that only answers of S3 have, one of them at least (Amazon S3 API Reference). The first is what each server is known to give, the others are
 * for those that leave it out. Deleting is answered by a status alone.
 */
const members: ReadonlyMap<string, readonly string[]> = new Map([
  ['PutObjectCommand', ['ETag', 'VersionId', 'ChecksumCRC32', 'ServerSideEncryption']],
  ['GetObjectCommand', ['ETag', 'ContentRange', 'VersionId', 'ChecksumCRC32', 'ServerSideEncryption']],
  ['CreateMultipartUploadCommand', ['UploadId']],
  // The upload cannot be completed without it.
  ['UploadPartCommand', ['ETag']],
  ['CompleteMultipartUploadCommand', ['ETag', 'Location', 'Bucket', 'Key']],
  ['ListObjectsV2Command', ['Name', 'KeyCount', 'IsTruncated', 'Contents', 'MaxKeys', 'Prefix']],
  ['ListMultipartUploadsCommand', ['Bucket', 'IsTruncated', 'Uploads', 'MaxUploads', 'Prefix']],
]);

/**
 * Fails what S3 did not answer, whatever its status: a page of a proxy or of a network that asks people to sign in comes with 200, and the client takes
 * it for an answer without members. A write would be acknowledged that nobody has kept, and an empty list would be believed.
 */
export function requireAnswersOfS3(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args).catch((error: unknown) => {
          throw isUnreadable(error) ? notOfS3(error) : error;
        });
        const wanted = members.get(commandName) ?? [];
        const some = wanted.some((name) => Reflect.get(result.output, name) !== undefined);
        if (wanted.length > 0 && !some) throw notOfS3();
        return result;
      },
    { step: 'initialize', name: 'requireAnswersOfS3' },
  );
}

const notOfS3 = (cause?: unknown): NotTheStore => new NotTheStore('answered with something that is not S3', cause);

/** Whether there was an answer, and the client cannot read it: most pages are no XML. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof S3ServiceException) return false;
  const metadata: unknown = Reflect.get(error, '$metadata');
  return (
    typeof metadata === 'object' && metadata !== null && typeof Reflect.get(metadata, 'httpStatusCode') === 'number'
  );
}
