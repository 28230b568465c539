import { stat } from 'node:fs/promises';
import { StartupError } from '#platform/errors.ts';
import { TableError } from '#platform/tables/table-error.ts';
import { openZip, type ZipEntry, type ZipFile } from '#platform/tables/zip-file.ts';
import { newestMigration } from '#platform/database/migrate.ts';
import { createMeter, type Measure } from '#platform/backup/measure.ts';
import { exportedTables } from '../store/company-tables.ts';
import { type CompanyManifest, fileListName, manifestName, manifestSchema, rowsName } from '../manifest.ts';

const limits = { mostEntries: 2_000_000, mostDirectory: 512 * 1024 * 1024 };
const mostOfManifest = 1024 * 1024;
const mostOfLine = 32 * 1024 * 1024;
/** NDJSON packs to about a fifteenth. Zeros pack to a thousandth. */
const mostPacked = 200;
const spareBytes = 64 * 1024 * 1024;

export const unusable = (sentence: string, cause?: unknown) => new StartupError(`The export cannot be imported: ${sentence}`, { cause });

const damaged = (name: string, cause?: unknown) => unusable(`${name} is missing or not as it was written.`, cause);

const reasons: Readonly<Record<string, string>> = {
  table_broken: 'it is no ZIP, or its end is missing.',
  table_unpacks_large: 'it unpacks to more than an export can have.',
  table_encrypted: 'it is encrypted.',
};
const explain = (error: unknown, name: string) =>
  error instanceof TableError ? unusable(`${name}: ${reasons[error.fault] ?? 'it cannot be read.'}`, error) : error;

export interface Archive {
  manifest: CompanyManifest;
  /** Throws StartupError if the entry differs from the manifest. */
  lines(name: string, expected: Measure): AsyncGenerator<{ number: number; text: string }>;
  /** Bytes of an entry. Throws StartupError if it is missing. */
  bytes(name: string): AsyncGenerator<Buffer>;
}

async function* splitLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<{ number: number; text: string }> {
  let held: Buffer[] = [];
  let size = 0;
  let number = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      held.push(chunk.subarray(from, at));
      number += 1;
      yield { number, text: Buffer.concat(held).toString('utf8') };
      held = [];
      size = 0;
      from = at + 1;
    }
    held.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > mostOfLine) throw unusable(`line ${number + 1} of ${name} is longer than ${mostOfLine / 1024 / 1024} MB.`);
  }
  if (size > 0) throw unusable(`line ${number + 1} of ${name} has no end.`);
}

function requireEntries(entries: ReadonlyMap<string, ZipEntry>, zip: ZipFile, size: number): void {
  if (entries.size !== zip.entries.length) throw unusable('an entry occurs twice.');
  let unpacked = 0;
  for (const { name, size: bytes } of zip.entries) {
    if (!/^(?:manifest\.json|files\.sha256|[a-z_]+\.ndjson|schema\/[a-z_]+\.json|files\/\d{1,15} [^/\\]*)$/.test(name))
      throw unusable(`it has an entry with the name "${name.slice(0, 100)}".`);
    unpacked += bytes;
  }
  if (unpacked > size * mostPacked + spareBytes) throw unusable('it unpacks to more than an export can have.');
}

function readManifest(text: string): CompanyManifest {
  const format = /"format":\s*"(headwater-company-\d{1,9})"/.exec(text)?.[1];
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    if (format && format !== 'headwater-company-1') throw unusable(`its format is ${format}, which this release does not read.`);
    throw damaged(manifestName, error);
  }
}

function requireSameRelease({ migration, release, tables }: CompanyManifest): void {
  if (migration !== newestMigration())
    throw unusable(
      `it is of release ${release} (${migration}), and this one has ${newestMigration()}. Both installations need the same release.`,
    );
  const names = new Set(tables.map(({ name }) => name));
  const wrong = [
    ...tables.filter(({ name }) => !exportedTables[name]).map(({ name }) => name),
    ...Object.keys(exportedTables).filter((name) => !names.has(name)),
  ];
  if (wrong.length > 0 || names.size !== tables.length) throw unusable(`${manifestName} has other tables: ${wrong.join(', ')}.`);
}

/** Throws StartupError if the archive is incomplete, of another release, or hostile. */
export async function openArchive(path: string): Promise<Archive> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new StartupError(`${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  });
  const zip = await openZip(path, limits).catch((error: unknown) => {
    throw explain(error, path);
  });
  const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
  requireEntries(entries, zip, size);
  async function* bytes(name: string, most = entries.get(name)?.size ?? 0): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (!entry) throw damaged(name);
    try {
      yield* zip.stream(entry, most);
    } catch (error) {
      throw explain(error, name);
    }
  }
  const parts: Buffer[] = [];
  for await (const part of bytes(manifestName, mostOfManifest)) parts.push(part);
  const manifest = readManifest(Buffer.concat(parts).toString('utf8'));
  requireSameRelease(manifest);
  return {
    manifest,
    bytes,
    async *lines(name, expected) {
      const meter = createMeter();
      yield* splitLines(meter.pass(bytes(name)), name);
      const found = meter.result();
      if (found.sha256 !== expected.sha256 || found.bytes !== expected.bytes) throw damaged(name);
    },
  };
}

export const linesOfTable = ({ manifest, lines }: Archive, table: string) => {
  const expected = manifest.tables.find(({ name }) => name === table);
  if (!expected) throw damaged(rowsName(table));
  return lines(rowsName(table), expected);
};

export const linesOfFileList = ({ manifest, lines }: Archive) =>
  lines(fileListName, { bytes: manifest.files.bytes_of_list, sha256: manifest.files.sha256 });
