import { dayMs } from '@headwater/domain/time/durations';
import { wallClock } from '@headwater/domain/time/zone';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { inOneLine } from '#platform/csv/write-table.ts';
import { type CellFormat, type Column, type ExportTable, titlesOf } from './columns.ts';
import { sheetEnd, sheetPath, sheetStart, styleOf, titleStyle, workbookParts } from './workbook.ts';

// Limits of Excel, which offers to repair a file that exceeds them.
const mostRows = 1_048_576;
const mostCharacters = 32_767;
const mostOfSheetName = 31;

const widths: Readonly<Record<CellFormat, number>> = { text: 32, integer: 12, percent: 12, date: 12, 'date-time': 18, duration: 14 };

// Control characters except the tab, surrogates without a pair, and two characters that XML excludes.
const notInXml = /[^\P{Cc}\t]|[\uFFFE\uFFFF]|\p{Surrogate}/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replaceAll(notInXml, '').replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Excel reads `_x0041_` as the character with this code; an escaped underscore keeps the text. */
const escapeCell = (text: string) =>
  escapeXml(
    inOneLine(text)
      .slice(0, mostCharacters)
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'),
  );

// Spreadsheets never compute inline strings, so they need no formula guard.
const textCell = (text: string, style: number) =>
  text === '' ? '<c/>' : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeCell(text)}</t></is></c>`;
const numberCell = (value: number, style: number) => (Number.isFinite(value) ? `<c s="${style}"><v>${value}</v></c>` : '<c/>');

const dayZero = Date.UTC(1899, 11, 30);
/** Days since 1899-12-30 on the clock of the wall. */
const serialOf = (clock: string) => (Date.parse(`${clock.replace(' ', 'T')}Z`) - dayZero) / dayMs;

function cellOf<Row>(column: Column<Row>, row: Row, zone: string): string {
  const style = styleOf(column.format);
  switch (column.format) {
    case 'text':
      return textCell(column.value(row) ?? '', style);
    case 'date': {
      const day = column.value(row);
      return day ? numberCell(serialOf(`${day} 00:00:00`), style) : '<c/>';
    }
    case 'date-time': {
      const moment = column.value(row);
      return moment ? numberCell(serialOf(wallClock(moment, zone)), style) : '<c/>';
    }
    default: {
      const value = column.value(row);
      if (value === null) return '<c/>';
      return numberCell(column.format === 'duration' ? value / 86_400 : value, style);
    }
  }
}

const rowOf = (cells: readonly string[]) => `<row>${cells.join('')}</row>`;

function openArchive() {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  return {
    add(path: string) {
      // Level 1: tables of repeated words shrink to a tenth, and higher levels take several times as long.
      const file = new ZipDeflate(path, { level: 1 });
      zip.add(file);
      return (xml: string, isLast = false) => file.push(strToU8(xml), isLast);
    },
    end: () => zip.end(),
    take(): Uint8Array {
      const taken = Buffer.concat(pieces);
      pieces = [];
      return taken;
    },
  };
}

const sheetNameOf = (title: string) =>
  escapeXml(
    title
      .replaceAll(/[\s\\/?*[\]:']+/g, ' ')
      .slice(0, mostOfSheetName)
      .trim(),
  ) || 'Sheet1';

interface Sheet {
  title: string;
}

/** Writes batch by batch: memory does not grow with the number of rows. */
export async function* writeXlsx<Row>(table: ExportTable<Row>, { title }: Sheet): AsyncGenerator<Uint8Array> {
  const { columns, batches, reader } = table;
  const titles = titlesOf(table);
  const archive = openArchive();
  for (const [path, xml] of workbookParts(sheetNameOf(title))) archive.add(path)(xml, true);
  const write = archive.add(sheetPath);
  write(sheetStart(columns.map(({ format }, at) => Math.max(widths[format], (titles[at]?.length ?? 0) + 2))));
  write(rowOf(titles.map((text) => textCell(text, titleStyle))));
  yield archive.take();
  let count = 1;
  for await (const rows of batches) {
    count += rows.length;
    if (count > mostRows) throw new RangeError(`a sheet holds at most ${mostRows} rows`);
    write(rows.map((row) => rowOf(columns.map((column) => cellOf(column, row, reader.zone)))).join(''));
    yield archive.take();
  }
  write(sheetEnd, true);
  archive.end();
  yield archive.take();
}
