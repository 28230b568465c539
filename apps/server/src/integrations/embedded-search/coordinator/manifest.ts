import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { OpenReport } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { systemClock } from '#platform/clock.ts';
import type { Generation } from './generation.ts';
import type { SavedFile } from '../shard/protocol.ts';
import { fingerprint, readOrdinals, type Ordinals, writeOrdinals } from '../format/ordinals.ts';

/** Files and source version of the saved index. Written last, so all listed files are complete. */
interface Manifest {
  format: number;
  schema: string;
  save: number;
  version: number;
  /** Version of the source when the build began; 0 in saves of earlier releases. */
  built: number;
  shards: SavedFile[];
  terms: SavedFile;
}

/** Increment it when the layout of segments or files changes. */
const format = 6;
const name = 'manifest.json';
const ours = /^\d+-(shard-\d+\.seg|terms\.jsonl)(\.part)?$/;

export interface Loaded {
  manifest: Manifest;
  terms: Ordinals;
  files: { path: string; saved: SavedFile }[];
}

type Unusable = Omit<OpenReport, 'version'>;

export async function readManifest(directory: string, schema: SearchSchema): Promise<{ manifest: Manifest; ageMs: number } | Unusable> {
  const path = join(directory, name);
  let text: string;
  let written: number;
  try {
    text = await readFile(path, 'utf8');
    written = (await stat(path)).mtimeMs;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { state: missing ? 'missing' : 'damaged', detail: String(error) };
  }
  try {
    const { checksum, manifest } = JSON.parse(text) as { checksum: number; manifest: Manifest };
    if (checksum !== crc32(JSON.stringify(manifest))) return { state: 'damaged', detail: 'the checksum of the manifest is wrong' };
    if (manifest.format !== format || manifest.schema !== fingerprint(schema))
      return { state: 'outdated', detail: 'it was saved for other fields' };
    return { manifest: { ...manifest, built: manifest.built ?? 0 }, ageMs: systemClock.now().getTime() - written };
  } catch (error) {
    return { state: 'damaged', detail: String(error) };
  }
}

export async function readSaved(directory: string, schema: SearchSchema): Promise<Loaded | Unusable> {
  const read = await readManifest(directory, schema);
  if ('state' in read) return read;
  try {
    const { manifest } = read;
    const bytes = await readFile(join(directory, manifest.terms.file));
    if (crc32(bytes) !== manifest.terms.checksum) return { state: 'damaged', detail: 'the checksum of the terms is wrong' };
    const files = manifest.shards.map((saved) => ({ path: join(directory, saved.file), saved }));
    return { manifest, terms: readOrdinals(Object.keys(schema.terms), bytes.toString()), files };
  } catch (error) {
    return { state: 'damaged', detail: String(error) };
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<SavedFile> {
  const file = await open(`${path}.part`, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  return { file: basename(path), bytes: bytes.length, checksum: crc32(bytes) };
}

/** The old save stays until the manifest names the new files, also if the disk is full. */
export async function writeSaved(
  place: { directory: string; schema: SearchSchema; save: number },
  index: { generation: Generation; version: number; built: number },
): Promise<void> {
  const { directory, save } = place;
  await mkdir(directory, { recursive: true });
  try {
    const written = await writeFiles(place, index);
    await removeFiles(directory, (file) => !written.has(file));
  } catch (error) {
    await removeFiles(directory, (file) => file.startsWith(`${save}-`)).catch(() => undefined);
    throw error;
  }
}

export async function lastSave(directory: string): Promise<number> {
  const files = await readdir(directory);
  return Math.max(0, ...files.filter((file) => ours.test(file) && !file.endsWith('.part')).map((file) => Number.parseInt(file, 10)));
}

async function removeFiles(directory: string, isOld: (file: string) => boolean): Promise<void> {
  for (const file of await readdir(directory)) if (ours.test(file) && isOld(file)) await rm(join(directory, file), { force: true });
}

async function writeFiles(
  { directory, schema, save }: { directory: string; schema: SearchSchema; save: number },
  index: { generation: Generation; version: number; built: number },
): Promise<Set<string>> {
  const shards = await index.generation.save((shard) => join(directory, `${save}-shard-${shard}.seg`));
  // Written after the shards: the dictionary only grows, so it contains all their terms.
  const terms = await writeWhole(
    join(directory, `${save}-terms.jsonl`),
    await writeOrdinals(Object.keys(schema.terms), index.generation.terms),
  );
  const manifest: Manifest = {
    format,
    schema: fingerprint(schema),
    save,
    version: index.version,
    built: index.built,
    shards: shards.map((saved) => ({ ...saved, file: basename(saved.file) })),
    terms,
  };
  await writeWhole(join(directory, name), Buffer.from(JSON.stringify({ checksum: crc32(JSON.stringify(manifest)), manifest })));
  return new Set([terms.file, ...manifest.shards.map(({ file }) => file)]);
}
