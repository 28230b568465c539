import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type TableDelimiter,
  tableDelimiters,
  type TableEncoding,
  type TableKind,
  tableBounds,
} from '@headwater/domain/profiles/table-import';
import { guessEncoding } from '@headwater/domain/tables/text-encoding';
import iconv from 'iconv-lite';
import { delimiterOf, readDelimiterLine } from '#platform/csv/detect-format.ts';
import { readDelimited } from './delimited.ts';
import { decodeText } from './encodings.ts';
import type { FileRows } from './file-row.ts';
import { openOds } from './ods.ts';
import { TableError } from './table-error.ts';
import { readVcards } from './vcard.ts';
import { openXlsx, type Workbook } from './xlsx.ts';
import { openZip, type ZipEntry, type ZipFile } from './zip-file.ts';

export interface TableFormat {
  sheet?: string | undefined;
  encoding?: TableEncoding | undefined;
  delimiter?: TableDelimiter | undefined;
}

export interface OpenTable {
  kind: TableKind;
  /** Sheets of a workbook. */
  sheets: string[];
  sheet: string | null;
  /** Encoding of a text file; null for workbooks. */
  encoding: TableEncoding | null;
  delimiter: TableDelimiter | null;
  rows: FileRows;
  /** Rows as the file declares, or as its size and first rows suggest. */
  declared: number | undefined;
  /** Other files of the archive, by lower-case name without folders. */
  attachments: ReadonlyMap<string, ZipEntry>;
  readAttachment(entry: ZipEntry): Promise<Buffer>;
  close(): Promise<void>;
}

type Base = Pick<OpenTable, 'attachments' | 'readAttachment' | 'close'>;

const sampleBytes = 256 * 1024;
const maxAttachment = 10 * 1024 * 1024;
const maxTable = tableBounds.megabytes * 4 * 1024 ** 2;

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const noFiles: Base = {
  attachments: new Map(),
  readAttachment: () => Promise.reject(new TableError('table_broken')),
  close: async () => undefined,
};

async function openText(path: string, format: TableFormat, base: Base): Promise<OpenTable> {
  const start = await readStart(path);
  const guessed = guessEncoding(start);
  if (guessed === 'binary') throw new TableError('table_not_text');
  const encoding = format.encoding ?? guessed;
  const sample = iconv.decode(start, encoding).replace(/^\uFEFF/, '');
  if (sample.trim() === '') throw new TableError('table_empty');
  const pieces = decodeText(createReadStream(path, { highWaterMark: sampleBytes }), encoding);
  const common = { sheets: [], sheet: null, encoding, ...base };
  if (/^\s*BEGIN:VCARD/i.test(sample)) return { kind: 'vcard', delimiter: null, rows: readVcards(pieces), declared: undefined, ...common };
  const named = readDelimiterLine(sample);
  const delimiter = format.delimiter ?? named?.delimiter ?? delimiterOf(sample, tableDelimiters);
  const lines = sample.split('\n').length;
  const { size } = await stat(path);
  const declared = size > start.length ? Math.round((size / start.length) * lines) : undefined;
  async function* rows(): FileRows {
    let isFirst = named !== undefined;
    for await (const part of readDelimited(pieces, delimiter)) {
      // A first line "sep=;" is no row.
      if (isFirst && part[0]?.[0] === 1) part.shift();
      if (part.length > 0) isFirst = false;
      yield part;
    }
  }
  return { kind: 'csv', delimiter, rows: rows(), declared, ...common };
}

async function openBook(kind: 'xlsx' | 'ods', book: Workbook, { format, base }: { format: TableFormat; base: Base }): Promise<OpenTable> {
  const close = async () => {
    book.close();
    await base.close();
  };
  try {
    // The first sheet is often an empty cover.
    const sheet = format.sheet ?? (await firstFilled(book));
    const { rows, declared } = await book.open(sheet);
    return { kind, sheets: book.sheets, sheet, encoding: null, delimiter: null, rows, declared, ...base, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const maxTried = 10;

async function firstFilled(book: Workbook): Promise<string> {
  for (const sheet of book.sheets.slice(0, maxTried)) {
    const { rows } = await book.open(sheet);
    for await (const part of rows) {
      if (part.length === 0) continue;
      await rows.return(undefined);
      return sheet;
    }
  }
  throw new TableError('table_empty');
}

const isHidden = (name: string) =>
  name.startsWith('__MACOSX/') || name.split('/').at(-1)?.startsWith('.') || name.split('/').at(-1)?.startsWith('~$');
const baseName = (name: string) => name.split('/').at(-1) ?? name;
const tableName = /\.(?:csv|tsv|xlsx|xlsm|ods|vcf)$/i;

async function openArchive(zip: ZipFile, format: TableFormat): Promise<OpenTable> {
  const files = zip.entries.filter(({ name }) => !name.endsWith('/') && !isHidden(name));
  const [table] = files
    .filter(({ name }) => tableName.test(name))
    .toSorted((left, right) => left.name.split('/').length - right.name.split('/').length || right.size - left.size);
  if (!table) throw new TableError('table_not_in_zip');
  const folder = await mkdtemp(join(tmpdir(), 'headwater-table-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'table');
    await pipeline(zip.stream(table, maxTable), createWriteStream(path));
    return await openPlain(path, format, {
      attachments: new Map(files.filter((file) => file !== table).map((file) => [baseName(file.name).toLowerCase(), file])),
      async readAttachment(entry) {
        const parts: Buffer[] = [];
        for await (const part of zip.stream(entry, maxAttachment)) parts.push(part);
        return Buffer.concat(parts);
      },
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

const isOle = (start: Buffer) => start.readUInt32BE(0) === 0xd0_cf_11_e0;

/** Also the table within an archive. */
async function openPlain(path: string, format: TableFormat, base: Base): Promise<OpenTable> {
  const file = await open(path);
  const { bytesRead, buffer: start } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  if (bytesRead === 0) throw new TableError('table_empty');
  // Excel stores an encrypted workbook, like an old .xls, in an OLE file.
  if (bytesRead === 8 && isOle(start)) throw new TableError('table_encrypted');
  if (start.toString('latin1', 0, 2) !== 'PK') return openText(path, format, base);
  const zip = await openZip(path);
  const names = new Set(zip.entries.map(({ name }) => name));
  if (names.has('[Content_Types].xml')) return openBook('xlsx', await openXlsx(zip), { format, base });
  if (names.has('content.xml')) return openBook('ods', await openOds(zip), { format, base });
  if (base !== noFiles) throw new TableError('table_broken');
  return openArchive(zip, format);
}

/** Detects the kind by content. Throws TableError. Close the table after use. */
export const openTable = (path: string, format: TableFormat = {}): Promise<OpenTable> => openPlain(path, format, noFiles);
