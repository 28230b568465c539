import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileStore } from './store.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  accessKey?: string | undefined;
  secretKey?: string | undefined;
}

/** Loaded on use: the SDK has 24 MB of code. */
async function openBucket({ bucket, region, endpoint, accessKey, secretKey }: S3Settings) {
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKey && secretKey ? { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } } : {}),
  });
  return {
    put: (key: string, bytes: Uint8Array) => client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes })),
    async putFile(key: string, path: string) {
      const { size } = await stat(path);
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: createReadStream(path), ContentLength: size }));
    },
    read: (key: string) => client.send(new GetObjectCommand({ Bucket: bucket, Key: key })),
    remove: (key: string) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })),
  };
}

/** Any S3-compatible store. Without keys the SDK uses the role of the machine. */
export function s3Files(settings: S3Settings): FileStore {
  let opened: ReturnType<typeof openBucket> | undefined;
  const open = () => (opened ??= openBucket(settings));
  return {
    async put(key, bytes) {
      await (await open()).put(key, bytes);
    },
    async putFile(key, path) {
      await (await open()).putFile(key, path);
    },
    async read(key) {
      const { Body } = await (await open()).read(key);
      if (!Body) throw new Error(`the file store has no ${key}`);
      return Body as Readable;
    },
    async remove(key) {
      await (await open()).remove(key);
    },
  };
}
