import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { StartupError } from '#platform/errors.ts';
import { fileKeyForm } from '#platform/files/store.ts';
import type { BackupFolder } from './folder.ts';

/** Names are parts of paths and SQL, so they have the form of names in the migrations. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const count = z.number().int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  tables: z.array(z.object({ schema: name, name, columns: z.array(name), rows: count, bytes: count, sha256 })).min(1),
  sequences: z.array(z.object({ schema: name, name, last: z.string().regex(/^\d+$/) })),
  files: z.object({ count, bytes: count, sha256 }),
  /** Backups of earlier releases lack it. */
  secretKey: z.object({ bytes: count, sha256 }).optional(),
});

export type Manifest = z.infer<typeof manifest>;
export type TableCopy = Manifest['tables'][number];

export const manifestFile = 'manifest.json';
export const keyFile = 'secret.key';
export const fileList = 'files.sha256';
export const tableFile = ({ schema, name }: Pick<TableCopy, 'schema' | 'name'>) => join('database', `${schema}.${name}.copy.gz`);
export const fileOfKey = (key: string) => join('files', key);

/** Throws StartupError if the backup is incomplete. */
export async function readManifest(backup: BackupFolder): Promise<Manifest> {
  const path = backup.pathOf(manifestFile);
  if (!existsSync(path))
    throw new StartupError(`There is no complete backup in ${backup.folder}: ${manifestFile}, which is written last, is missing.`);
  try {
    return manifest.parse(JSON.parse(await text(backup.read(manifestFile))));
  } catch (error) {
    throw new StartupError(`${path} is damaged, or a newer release of Headwater wrote it.`, { cause: error });
  }
}

export const writeManifest = (backup: BackupFolder, content: Manifest) =>
  backup.write(manifestFile, [Readable.from([Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)])]);

export interface ListedFile {
  key: string;
  sha256: string;
}

/** Throws StartupError for a path outside the folder of files. */
export async function* readFileList(backup: BackupFolder): AsyncGenerator<ListedFile> {
  for await (const line of createInterface({ input: backup.read(fileList), crlfDelay: Infinity })) {
    const [, digest = '', key = ''] = /^([0-9a-f]{64}) {2}files\/(.+)$/.exec(line) ?? [];
    if (!fileKeyForm.test(key)) throw new StartupError(`The backup is damaged: ${fileList} has the line "${line.slice(0, 100)}".`);
    yield { key, sha256: digest };
  }
}
