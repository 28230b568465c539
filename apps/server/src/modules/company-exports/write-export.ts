import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, Pool } from 'pg';
import { ZipFile } from 'yazl';
import { suppressionPurpose } from '#modules/messaging/suppressions/public.ts';
import { erasurePurpose } from '#modules/profiles/public/erasing.ts';
import { createMeter, type Measure } from '#platform/backup/measure.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { newestMigration } from '#platform/database/migrate.ts';
import { entryName } from '#platform/export/entry-name.ts';
import { type FileStore, isMissing } from '#platform/files/store.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { type CompanyManifest, fileListName, manifestName, rowsName, schemaName } from './manifest.ts';
import { readCompanyTables } from './store/catalog.ts';
import { hasFingerprints, readCompany, readFileRows, type StoredFileRow } from './store/read-files.ts';
import { beginSnapshot, connectForCopy, readRows } from './store/read-rows.ts';

export interface WriteExport {
  pool: Pool;
  files: FileStore;
  companyId: number;
  release: string;
  signing(): Promise<Signer>;
  now: Date;
  /** Path of the archive. */
  path: string;
  signal?: AbortSignal | undefined;
}

export interface WrittenExport {
  rows: number;
  files: number;
  missing: number;
}

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Writes entries one after the other, each while it is read. */
function openArchive(path: string, { now: mtime, signal }: Pick<WriteExport, 'now' | 'signal'>) {
  const zip = new ZipFile();
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, target, signal ? { signal } : {});
  const failed = new Promise<never>((_resolve, reject) => {
    written.catch(reject);
    zip.on('error', reject);
  });
  // Handled by the entry that is written.
  failed.catch(() => undefined);
  const add = (name: string, source: Bytes, { compress }: { compress: boolean }): Promise<Measure> => {
    const meter = createMeter();
    const done = new Promise<Measure>((resolve, reject) => {
      const bytes = Readable.from(meter.pass(Readable.from(source, { objectMode: true })), { objectMode: false });
      bytes.once('end', () => resolve(meter.result()));
      bytes.once('error', reject);
      zip.addReadStreamLazy(name, { mtime, mode: 0o100_644, compressionLevel: compress ? 4 : 0 }, (give) => give(null, bytes));
    });
    return Promise.race([done, failed]);
  };
  return {
    add,
    addText: (name: string, text: string) => add(name, [Buffer.from(text)], { compress: true }),
    async finish() {
      zip.end();
      await written;
    },
    async abandon() {
      target.destroy();
      await written.catch(() => undefined);
    },
  };
}

type Archive = ReturnType<typeof openArchive>;

async function addTables(archive: Archive, client: Client): Promise<CompanyManifest['tables']> {
  const tables = await readCompanyTables(async (text, values = []) => (await client.query(text, [...values])).rows);
  for (const table of tables) await archive.addText(schemaName(table.name), `${JSON.stringify(jsonSchemaOf(table), undefined, 2)}\n`);
  const added: CompanyManifest['tables'] = [];
  for (const table of tables) {
    const { lines, count } = readRows(client, table);
    const measure = await archive.add(rowsName(table.name), lines, { compress: true });
    added.push({ name: table.name, rows: count(), ...measure });
  }
  return added;
}

async function openStored(files: FileStore, key: string): Promise<Readable | undefined> {
  try {
    return await files.read(key);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function addFiles(archive: Archive, files: FileStore, rows: AsyncIterable<StoredFileRow>): Promise<CompanyManifest['files']> {
  const total = { count: 0, bytes: 0, missing: 0 };
  const list: Buffer[] = [];
  for await (const { id, filename, store_key: key } of rows) {
    const stored = await openStored(files, key);
    if (!stored) {
      total.missing += 1;
      continue;
    }
    const name = entryName('files', id, filename);
    const { bytes, sha256 } = await archive.add(name, stored, { compress: false });
    list.push(Buffer.from(`${sha256}  ${name}\n`));
    total.count += 1;
    total.bytes += bytes;
  }
  const { bytes: bytesOfList, sha256 } = await archive.add(fileListName, list, { compress: true });
  return { ...total, bytes_of_list: bytesOfList, sha256 };
}

const fingerprintPurposes = [suppressionPurpose, erasurePurpose];

async function keysOfHashes({ signing, companyId }: WriteExport): Promise<Partial<CompanyManifest>> {
  const signer = await signing();
  const former = signer.former.filter((each) => each.companyId === companyId);
  return {
    fingerprint_keys: Object.fromEntries(fingerprintPurposes.map((purpose) => [purpose, signer.keyOf(purpose).toString('base64')])),
    former_fingerprint_keys: former.map(({ formerCompanyId, keys }) => ({ company_id: formerCompanyId, keys })),
  };
}

async function writeAll(archive: Archive, client: Client, options: WriteExport): Promise<WrittenExport> {
  const tables = await addTables(archive, client);
  const files = await addFiles(archive, options.files, readFileRows(client));
  const manifest: CompanyManifest = {
    format: 'headwater-company-1',
    release: options.release,
    migration: newestMigration(),
    exported_at: options.now.toISOString(),
    ...((await hasFingerprints(client)) ? await keysOfHashes(options) : {}),
    company: await readCompany(client),
    tables,
    files,
  };
  await archive.addText(manifestName, `${JSON.stringify(manifest, undefined, 2)}\n`);
  await archive.finish();
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: files.count, missing: files.missing };
}

/**
 * Writes a company of one moment as a ZIP (OPS-006). Needs memory for one part of a file, and the
 * list of files.
 */
export async function writeExport(options: WriteExport): Promise<WrittenExport> {
  const client = await connectForCopy(options.pool);
  const archive = openArchive(options.path, options);
  try {
    await beginSnapshot(client, options.companyId);
    return await writeAll(archive, client, options);
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    // Ends the transaction, also in the middle of a copy.
    await client.end();
  }
}
