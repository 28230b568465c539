import { tableBounds } from '@headwater/domain/profiles/table-import';
import { dateOfSerial, type Epoch, textOfNumber, withoutEscapes } from './cell-values.ts';
import { createMergedFill, type FileRow, type FileRows, hasText, type MergedRange } from './file-row.ts';
import { createStringStore, type StringStore } from './string-store.ts';
import { TableError } from './table-error.ts';
import { readWholeXml, readXml } from './xml-events.ts';
import { readDateStyles } from './xlsx-styles.ts';
import type { ZipEntry, ZipFile } from './zip-file.ts';

const megabyte = 1024 ** 2;
/** A sheet of 1,000,000 rows and 20 columns has about 1 GB. */
const maxSheet = 2048 * megabyte;
const maxStrings = 1024 * megabyte;
const maxPart = 16 * megabyte;
/** Merged cells follow the rows in the file, so they need a second read. */
const maxForMerged = 64 * megabyte;

export interface Workbook {
  sheets: string[];
  /** `rows`: as the sheet declares; undefined if it does not. */
  open(sheet: string): Promise<{ rows: FileRows; declared: number | undefined }>;
  close(): void;
}

interface Book {
  sheets: { name: string; relation: string }[];
  epoch: Epoch;
}

const partOf = (zip: ZipFile, path: string): ZipEntry | undefined => {
  const wanted = path.toLowerCase();
  return zip.entries.find(({ name }) => name.toLowerCase() === wanted);
};

async function readBook(zip: ZipFile, part: ZipEntry): Promise<Book> {
  const book: Book = { sheets: [], epoch: 1900 };
  await readWholeXml(zip.stream(part, maxPart), {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/i.test(attributes['date1904'] ?? '')) book.epoch = 1904;
      if (name === 'sheet') book.sheets.push({ name: attributes['name'] ?? '', relation: attributes['r:id'] ?? attributes['id'] ?? '' });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return book;
}

/** Targets by id, as paths in the archive. */
async function readRelations(zip: ZipFile, bookPath: string): Promise<Map<string, string>> {
  const folder = bookPath.slice(0, bookPath.lastIndexOf('/') + 1);
  const part = partOf(zip, `${folder}_rels/${bookPath.slice(folder.length)}.rels`);
  const targets = new Map<string, string>();
  if (!part) return targets;
  await readWholeXml(zip.stream(part, maxPart), {
    open(name, { Id: id = '', Target: target = '' }) {
      if (name === 'Relationship') targets.set(id, target.startsWith('/') ? target.slice(1) : `${folder}${target}`);
    },
    text: () => undefined,
    close: () => undefined,
  });
  return targets;
}

/** Adds strings until number `last` is known. */
function stringReader(zip: ZipFile, part: ZipEntry | undefined, store: StringStore) {
  let text: string | undefined;
  let isPhonetic = false;
  const parts = part
    ? readXml(zip.stream(part, maxStrings), {
        open(name) {
          if (name === 'si') text = '';
          else if (name === 'rPh') isPhonetic = true;
        },
        text(piece) {
          if (text !== undefined && !isPhonetic && text.length < tableBounds.cell) text += piece;
        },
        close(name) {
          if (name === 'rPh') isPhonetic = false;
          if (name !== 'si') return;
          store.add(withoutEscapes(text ?? ''));
          text = undefined;
        },
      })
    : undefined;
  return async (last: number): Promise<void> => {
    if (!parts) return;
    while (store.length <= last && !(await parts.next()).done);
  };
}

function columnOf(reference: string): number {
  let column = 0;
  for (const sign of reference) {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

const rangeForm = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/;
const maxMerged = 100_000;

async function readMerged(zip: ZipFile, part: ZipEntry): Promise<MergedRange[]> {
  if (part.size > maxForMerged) return [];
  const ranges: MergedRange[] = [];
  let carried = '';
  for await (const chunk of zip.stream(part, maxForMerged)) {
    const text = carried + chunk.toString('latin1');
    for (const [, reference = ''] of text.matchAll(/<(?:\w+:)?mergeCell ref="([A-Z0-9:]+)"/g)) {
      const [, column = '', from, , to] = rangeForm.exec(reference) ?? [];
      if (column && Number(to) > Number(from) && ranges.length < maxMerged) ranges.push([columnOf(column), Number(from), Number(to)]);
    }
    // A tag that is cut by the chunk is read with the next one.
    const cut = text.lastIndexOf('<');
    carried = cut < 0 || text.length - cut > 200 ? '' : text.slice(cut);
  }
  return ranges;
}

interface RawCell {
  column: number;
  type: string;
  style: number;
  value: string;
}

interface SheetMeans {
  epoch: Epoch;
  dates: ReadonlySet<number>;
}

function plainValue({ type, style, value }: RawCell, { epoch, dates }: SheetMeans): string {
  if (type === 'inlineStr' || type === 'str') return withoutEscapes(value);
  if (type === 'e') return '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace('T', ' ').replace(/ 00:00(?::00)?(?:\.0+)?Z?$/, '');
  const date = dates.has(style) && value !== '' ? dateOfSerial(Number(value), epoch) : undefined;
  return date ?? textOfNumber(value);
}

interface RawRow {
  line: number;
  cells: RawCell[];
}

/** Collects rows; `take` empties the collection. A formula has its cached value. */
function sheetHandler() {
  let rows: RawRow[] = [];
  let row: RawRow | undefined;
  let cell: RawCell | undefined;
  let isValue = false;
  let line = 0;
  let declared: number | undefined;
  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        row = { line, cells: [] };
      } else if (name === 'c' && row) {
        const column = attributes['r'] === undefined ? (row.cells.at(-1)?.column ?? -1) + 1 : columnOf(attributes['r']);
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
      } else if (name === 'v' || name === 't') isValue = cell !== undefined;
      else if (name === 'dimension') declared = Number(/:[A-Z]+(\d+)$/.exec(attributes['ref'] ?? '')?.[1] ?? Number.NaN) || undefined;
    },
    text(piece: string) {
      if (isValue && cell && cell.value.length < tableBounds.cell) cell.value += piece;
    },
    close(name: string) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c' && cell) {
        if (cell.value !== '' && cell.column >= 0 && cell.column < tableBounds.columns) row?.cells.push(cell);
        cell = undefined;
      } else if (name === 'row' && row) {
        rows.push(row);
        row = undefined;
      }
    },
    take(): RawRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
    declared: () => declared,
  };
}

export async function openXlsx(zip: ZipFile): Promise<Workbook> {
  const bookPart = zip.entries.find(({ name }) => /^xl\/workbook\d*\.xml$/i.test(name));
  if (!bookPart) throw new TableError('table_broken');
  const { sheets, epoch } = await readBook(zip, bookPart);
  const relations = await readRelations(zip, bookPart.name);
  const pathOf = (kind: string) => partOf(zip, [...relations.values()].find((target) => target.endsWith(kind)) ?? `xl/${kind}`);
  const styles = pathOf('styles.xml');
  const dates = styles ? await readDateStyles(zip.stream(styles, maxPart)) : new Set<number>();
  const store = createStringStore();
  const loadStrings = stringReader(zip, pathOf('sharedStrings.xml'), store);

  async function cellsOf({ cells: raw }: RawRow): Promise<string[]> {
    const cells: string[] = [];
    for (const cell of raw) {
      if (cell.type === 's') await loadStrings(Number(cell.value));
      while (cells.length < cell.column) cells.push('');
      const value = cell.type === 's' ? store.get(Number(cell.value)) : plainValue(cell, { epoch, dates });
      cells[cell.column] = value.slice(0, tableBounds.cell);
    }
    return cells;
  }

  async function* readSheet(part: ZipEntry, handler: ReturnType<typeof sheetHandler>): FileRows {
    const fill = createMergedFill(await readMerged(zip, part));
    for await (const _ of readXml(zip.stream(part, maxSheet), handler)) {
      const rows: FileRow[] = [];
      for (const row of handler.take()) {
        const cells = await cellsOf(row);
        fill(row.line, cells);
        if (hasText(cells)) rows.push([row.line, cells]);
      }
      yield rows;
    }
  }

  return {
    sheets: sheets.map(({ name }) => name),
    async open(sheet) {
      const found = sheets.find(({ name }) => name === sheet);
      const part = found && partOf(zip, relations.get(found.relation) ?? '');
      if (!part) throw new TableError('table_no_sheet');
      const handler = sheetHandler();
      const rows = readSheet(part, handler);
      // The first chunk has the declared size.
      const first = await rows.next();
      async function* all(): FileRows {
        if (first.value) yield first.value;
        yield* rows;
      }
      return { rows: all(), declared: handler.declared() };
    },
    close: () => store.close(),
  };
}
