import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartupError } from '#platform/errors.ts';
import { fileList, fileOfKey, type Manifest, readFileList, type TableCopy, tableFile } from './manifest.ts';
import { createMeter, type Measure } from './measure.ts';

const damaged = (file: string, cause?: unknown) =>
  new StartupError(`The backup is damaged: ${file} is missing or not as it was written.`, { cause });

async function requireSame(folder: string, file: string, expected: Partial<Measure>): Promise<void> {
  const meter = createMeter();
  try {
    await pipeline(createReadStream(join(folder, file)), meter.pass, new Writable({ write: (_chunk, _encoding, done) => done() }));
  } catch (error) {
    throw damaged(file, error);
  }
  const found = meter.result();
  if (found.sha256 !== expected.sha256 || found.bytes !== (expected.bytes ?? found.bytes)) throw damaged(file);
}

const newline = 10;

/** COPY writes one line per row and escapes line ends within it. */
async function countRows(path: string): Promise<number> {
  let rows = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1;
      done();
    },
  });
  await pipeline(createReadStream(path), createGunzip(), count);
  return rows;
}

async function checkTable(folder: string, table: TableCopy): Promise<void> {
  const file = tableFile(table);
  await requireSame(folder, file, table);
  const rows = await countRows(join(folder, file)).catch((error: unknown) => {
    throw damaged(file, error);
  });
  if (rows !== table.rows) throw damaged(file);
}

/** Throws StartupError that names the first file that differs from the manifest. */
export async function checkBackup(folder: string, { tables, files }: Pick<Manifest, 'tables' | 'files'>): Promise<void> {
  for (const table of tables) await checkTable(folder, table);
  await requireSame(folder, fileList, { sha256: files.sha256 });
  let count = 0;
  for await (const { key, sha256 } of readFileList(folder)) {
    await requireSame(folder, fileOfKey(key), { sha256 });
    count += 1;
  }
  if (count !== files.count) throw damaged(fileList);
}
