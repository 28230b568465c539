import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMeter } from '#platform/backup/measure.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { fileListName } from '../manifest.ts';
import { keepFile } from '../store/stage-rows.ts';
import { type Archive, linesOfFileList, unusable } from './archive.ts';

interface Storing {
  files: FileStore;
  /** Folder for one file at a time. */
  folder: string;
  /** Keys that are in the store. */
  stored: string[];
}

// A name may have separators of lines that only Unicode knows.
const listed = /^([0-9a-f]{64}) {2}(files\/(\d{1,15}) .*)$/s;

/** Stores the files of the list under new keys. Throws StartupError if one is missing or changed. */
export async function storeFiles(tx: Tx, archive: Archive, { files, folder, stored }: Storing): Promise<void> {
  for await (const { number, text } of linesOfFileList(archive)) {
    const [, digest = '', name = '', id = ''] = listed.exec(text) ?? [];
    if (name === '') throw unusable(`line ${number} of ${fileListName} names no file.`);
    const meter = createMeter();
    const path = join(folder, 'file');
    await pipeline(Readable.from(meter.pass(archive.bytes(name)), { objectMode: false }), createWriteStream(path));
    if (meter.result().sha256 !== digest) throw unusable(`${name} is not as it was written.`);
    const uuid = randomUUID();
    const key = `${uuid.slice(0, 2)}/${uuid}`;
    await files.putFile(key, path);
    stored.push(key);
    await keepFile(tx, Number(id), key).catch((error: unknown) => {
      throw unusable(`line ${number} of ${fileListName} repeats a file.`, error);
    });
  }
  if (stored.length !== archive.manifest.files.count)
    throw unusable(`${fileListName} has ${stored.length} files, not ${archive.manifest.files.count}.`);
}
