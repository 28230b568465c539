import { tableBounds } from '@headwater/domain/profiles/table-import';
import { createMergedFill, type FileRow, type FileRows, hasText, type MergedRange } from './file-row.ts';
import { textOfNumber } from './cell-values.ts';
import { TableError } from './table-error.ts';
import { type Attributes, readWholeXml, readXml } from './xml-events.ts';
import type { Workbook } from './xlsx.ts';
import type { ZipFile } from './zip-file.ts';

const maxContent = 2048 * 1024 ** 2;
/** Rows that only have a format are repeated up to the end of the sheet. */
const maxRepeats = 1000;

interface OdsCell {
  text: string;
  repeats: number;
  spannedRows: number;
  /** Dates and numbers as stored, not as shown. */
  stored: string | undefined;
}

const count = (text: string | undefined) => Math.max(1, Number(text ?? 1) || 1);

function storedValue(attributes: Attributes): string | undefined {
  const type = attributes['office:value-type'];
  if (type === 'date') return attributes['office:date-value']?.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?$/, '');
  if (type === 'float') return textOfNumber(attributes['office:value'] ?? '');
  return undefined;
}

const newCell = (attributes: Attributes): OdsCell => ({
  text: '',
  repeats: count(attributes['table:number-columns-repeated']),
  spannedRows: count(attributes['table:number-rows-spanned']),
  stored: storedValue(attributes),
});

function tableHandler(isWanted: (sheet: string) => boolean) {
  let rows: FileRow[] = [];
  let merged: MergedRange[] = [];
  let isOpen = false;
  let cells: string[] = [];
  let rowRepeats = 1;
  let cell: OdsCell | undefined;
  let recordDepth = 0;
  let [line, paragraphs] = [0, 0];
  let fills: { to: number; fill: ReturnType<typeof createMergedFill> }[] = [];

  const endCell = ({ text, stored, repeats, spannedRows }: OdsCell) => {
    const value = (stored ?? text).slice(0, tableBounds.cell).trim();
    if (spannedRows > 1) merged.push([cells.length, line + 1, line + spannedRows]);
    for (let at = 0; at < repeats && cells.length < tableBounds.columns; at += 1) cells.push(value);
  };
  const endRow = () => {
    for (const range of merged) fills.push({ to: range[2], fill: createMergedFill([range]) });
    merged = [];
    for (let at = 0; at < Math.min(rowRepeats, maxRepeats); at += 1) {
      const own = [...cells];
      for (const { fill } of fills) fill(line + at + 1, own);
      if (hasText(own)) rows.push([line + at + 1, own]);
    }
    line += rowRepeats;
    fills = fills.filter(({ to }) => to > line);
  };
  return {
    open(name: string, attributes: Attributes) {
      if (name === 'table') isOpen = isWanted(attributes['table:name'] ?? '');
      if (!isOpen) return;
      if (name === 'annotation') recordDepth += 1;
      else if (name === 'table-row') {
        cells = [];
        rowRepeats = count(attributes['table:number-rows-repeated']);
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = newCell(attributes);
        paragraphs = 0;
      } else if (cell && recordDepth === 0) {
        if (name === 'p' && (paragraphs += 1) > 1) cell.text += '\n';
        else if (name === 's') cell.text += ' '.repeat(Math.min(count(attributes['text:c']), 100));
        else if (name === 'tab' || name === 'line-break') cell.text += name === 'tab' ? '\t' : '\n';
      }
    },
    text(piece: string) {
      if (cell && recordDepth === 0 && cell.text.length < tableBounds.cell) cell.text += piece.replaceAll(/\s+/g, ' ');
    },
    close(name: string) {
      if (name === 'table') isOpen = false;
      else if (name === 'annotation') recordDepth -= 1;
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'table-row' && isOpen) endRow();
    },
    take(): FileRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

export async function openOds(zip: ZipFile): Promise<Workbook> {
  const part = zip.entries.find(({ name }) => name === 'content.xml');
  if (!part) throw new TableError('table_broken');
  const manifest = zip.entries.find(({ name }) => name === 'META-INF/manifest.xml');
  let isEncrypted = false;
  if (manifest)
    await readWholeXml(zip.stream(manifest, 1024 ** 2), {
      open: (name) => void (isEncrypted ||= name === 'encryption-data'),
      text: () => undefined,
      close: () => undefined,
    });
  if (isEncrypted) throw new TableError('table_encrypted');
  const sheets: string[] = [];
  await readWholeXml(zip.stream(part, maxContent), {
    open: (name, attributes) => void (name === 'table' && sheets.length < 1000 && sheets.push(attributes['table:name'] ?? '')),
    text: () => undefined,
    close: () => undefined,
  });
  async function* read(sheet: string): FileRows {
    if (!part) return;
    const handler = tableHandler((name) => name === sheet);
    for await (const _ of readXml(zip.stream(part, maxContent), handler)) yield handler.take();
  }
  return {
    sheets,
    async open(sheet) {
      if (!sheets.includes(sheet)) throw new TableError('table_no_sheet');
      return { rows: read(sheet), declared: undefined };
    },
    close: () => undefined,
  };
}
