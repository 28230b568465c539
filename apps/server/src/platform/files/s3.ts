import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { FileStore } from './store.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Unset: Amazon's own. */
  endpoint?: string | undefined;
  accessKey?: string | undefined;
  secretKey?: string | undefined;
}

/** Files in a bucket of any S3-compatible store. Without keys the machine's own role is used. */
export function s3Files({ bucket, region, endpoint, accessKey, secretKey }: S3Settings): FileStore {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKey && secretKey ? { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } } : {}),
  });
  return {
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
    },
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error(`the file store has no ${key}`);
      return Body as Readable;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
