import type { S3Client } from '@aws-sdk/client-s3';
import { ObjectStoreFailed } from './object-errors.js';

/** Command → members of which each answer of S3 has one (Amazon S3 API Reference). Deleting is answered by a status alone. */
const members: ReadonlyMap<string, readonly string[]> = new Map([
  ['PutObjectCommand', ['ETag']],
  ['GetObjectCommand', ['ETag']],
  ['CreateMultipartUploadCommand', ['UploadId']],
  ['UploadPartCommand', ['ETag']],
  ['CompleteMultipartUploadCommand', ['ETag']],
  ['ListObjectsV2Command', ['Name', 'KeyCount', 'IsTruncated']],
  ['ListMultipartUploadsCommand', ['Bucket', 'IsTruncated']],
]);

/**
 * Fails what S3 did not answer, whatever its status: a page of a proxy or of a network that asks people to sign in comes with 200, and the client takes
 * it for an answer without members. A write would be acknowledged that nobody has kept, and an empty list would be believed.
 */
export function requireAnswersOfS3(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        const wanted = members.get(commandName) ?? [];
        const some = wanted.some((name) => Reflect.get(result.output, name) !== undefined);
        if (wanted.length > 0 && !some) throw new ObjectStoreFailed('answered with something that is not S3');
        return result;
      },
    { step: 'initialize', name: 'requireAnswersOfS3' },
  );
}
