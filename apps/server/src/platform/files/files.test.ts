import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localFiles } from './local.ts';
import { s3Files } from './s3.ts';
import type { FileStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'headwater-store-'));
const key = 'ab/abcdef12-3456';
let s3: S3rver;
const stores: Record<string, () => FileStore> = { local: () => localFiles(join(folder, 'local')), s3: () => bucket };
let bucket: FileStore;

beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await s3.run();
  bucket = s3Files({
    bucket: 'files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  });
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.keys(stores))('file store: %s', (name) => {
  it('[FILE-020] keeps, reads and removes bytes', async () => {
    const store = stores[name]?.() as FileStore;
    await store.put(key, Buffer.from('Резюме'));
    expect(await text(await store.read(key))).toBe('Резюме');
    await store.remove(key);
    await store.remove(key);
    await expect(store.read(key)).rejects.toThrow(/./);
  });
});

it('stays within its folder for any key', async () => {
  const store = localFiles(join(folder, 'local'));
  for (const bad of ['../x', 'ab/../../x', '/etc/passwd', 'ab/x\u0000'])
    await expect(store.put(bad, Buffer.from(''))).rejects.toThrow(/not a key/);
});
