import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartupError } from '#platform/errors.ts';
import type { BackupFolder } from './folder.ts';
import { fileList, fileOfKey, keyFile, type Manifest, readFileList, type TableCopy, tableFile } from './manifest.ts';
import { createMeter, type Measure } from './measure.ts';

const damaged = (file: string, cause?: unknown) =>
  new StartupError(`The backup is damaged: ${file} is missing or not as it was written.`, { cause });

interface Check {
  backup: BackupFolder;
  signal: AbortSignal | undefined;
}

async function requireSame({ backup, signal }: Check, file: string, expected: Partial<Measure>): Promise<void> {
  const meter = createMeter();
  try {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(createReadStream(backup.pathOf(file)), meter.pass, nowhere, signal ? { signal } : {});
  } catch (error) {
    throw signal?.aborted ? error : damaged(file, error);
  }
  const found = meter.result();
  if (found.sha256 !== expected.sha256 || found.bytes !== (expected.bytes ?? found.bytes)) throw damaged(file);
}

const newline = 10;

/** COPY writes one line per row and escapes line ends within it. */
async function countRows({ backup, signal }: Check, file: string): Promise<number> {
  let rows = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1;
      done();
    },
  });
  await pipeline(backup.read(file), createGunzip(), count, signal ? { signal } : {});
  return rows;
}

async function checkTable(check: Check, table: TableCopy): Promise<void> {
  const file = tableFile(table);
  await requireSame(check, file, table);
  const rows = await countRows(check, file).catch((error: unknown) => {
    throw check.signal?.aborted ? error : damaged(file, error);
  });
  if (rows !== table.rows) throw damaged(file);
}

/** Throws StartupError that names the first file that differs from the manifest. */
export async function checkBackup(
  backup: BackupFolder,
  { tables, files, secretKey }: Pick<Manifest, 'tables' | 'files' | 'secretKey'>,
  signal?: AbortSignal,
): Promise<void> {
  const check = { backup, signal };
  if (secretKey) await requireSame(check, keyFile, secretKey);
  for (const table of tables) await checkTable(check, table);
  await requireSame(check, fileList, { sha256: files.sha256 });
  let count = 0;
  for await (const { key, sha256 } of readFileList(backup)) {
    await requireSame(check, fileOfKey(key), { sha256 });
    count += 1;
  }
  if (count !== files.count) throw damaged(fileList);
}
