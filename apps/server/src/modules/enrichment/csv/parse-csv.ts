import iconv from 'iconv-lite';
import {
  type ColumnType,
  type CsvDelimiter,
  csvDelimiters,
  type CsvEncoding,
  type CsvFault,
  enrichmentBounds,
} from '@headwater/domain/profiles/enrichment';
import { beginning, storableText } from '@headwater/domain/storable-text';
import { delimiterOf, encodingOf, type NoText, readDelimiterLine } from '#platform/csv/detect-format.ts';
import { guessType, isTitleRow } from './guess-type.ts';
import { createParts, type FileRow } from './parts.ts';
import { readRows, type RowFault } from '#platform/csv/read-rows.ts';
import { withoutGuard } from '#platform/csv/write-table.ts';

export interface CsvRequest {
  bytes: Uint8Array;
  encoding?: CsvEncoding | undefined;
  delimiter?: CsvDelimiter | undefined;
  /** False: only the data of a preview. */
  makesParts: boolean;
}

export interface CsvTable {
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
  rows: number;
  columns: ColumnType[];
  /** The first rows, with cells cut for a screen. */
  lines: string[][];
  /** ENR-012: the reason why the file is rejected. */
  fault: RowFault<CsvFault> | null;
  /** Rows as JSON, some hundreds a part. */
  parts: string[];
}

/** UTF-16 units. */
const shownCell = 255;
const shownFault = 1000;
const guessedBy = 200;
const { columns: maxColumns } = enrichmentBounds;

/** Undefined for a text of more than two non-empty lines. */
function fewLines(text: string): [number, string][] | undefined {
  const lines: [number, string][] = [];
  for (const [index, line] of text.split(/\r\n|[\r\n]/, 10_000).entries()) {
    if (line.trim() !== '') lines.push([index + 1, line]);
    if (lines.length > 2) return undefined;
  }
  return lines;
}

/** ENR-012: one or two rows are parsed separately, and each has its own error. */
function singleRows(lines: readonly [number, string][], delimiter: CsvDelimiter): FileRow[] {
  return lines.map(([line, text]) => {
    let cells: string[] = [];
    const fault = readRows<CsvFault>(text, { delimiter, maxColumns, onRow: (_line, read) => void (cells = read) });
    return fault ? [line, [beginning(text, shownFault)], fault.reason] : [line, cells];
  });
}

function collect(makesParts: boolean) {
  const parts = createParts();
  const sample: string[][] = [];
  let [rows, columns] = [0, 0];
  let first: FileRow | undefined;
  const keep = (row: FileRow) => {
    rows += 1;
    if (makesParts) parts.add(row);
  };
  /** The second row shows whether the first one has titles, which do not count as a row. */
  const keepFirst = (second: readonly string[]) => {
    if (first && (first[2] !== undefined || !isTitleRow(first[1], second))) keep(first);
    first = undefined;
  };
  return {
    add([line, cells, reason]: FileRow): CsvFault | undefined {
      if (rows >= enrichmentBounds.rows) return 'too_many_rows';
      columns = Math.max(columns, cells.length);
      const clean = cells.map((cell) => storableText(withoutGuard(cell)));
      const row: FileRow = reason ? [line, clean, reason] : [line, clean];
      const isFirst = sample.length === 0;
      if (sample.length < guessedBy) sample.push(clean.map((cell) => cell.slice(0, shownCell)));
      if (isFirst) first = row;
      else {
        keepFirst(clean);
        keep(row);
      }
      return undefined;
    },
    result: () => {
      keepFirst([]);
      return {
        rows,
        columns: Array.from({ length: columns }, (_, index) => guessType(sample.map((row) => row[index] ?? ''))),
        lines: sample.slice(0, enrichmentBounds.preview),
        parts: parts.close(),
      };
    },
  };
}

export function parseCsv(request: CsvRequest): CsvTable | { noText: NoText } {
  const detected = encodingOf(request.bytes);
  if (detected === 'utf16' || detected === 'binary') return { noText: detected };
  // Text in another encoding is never read as UTF-8: all Russian characters would be lost.
  const encoding = detected === 'utf-8' ? (request.encoding ?? detected) : detected;
  const file = iconv.decode(Buffer.from(request.bytes), encoding);
  const named = readDelimiterLine(file);
  const text = named?.text ?? file;
  const before = named ? 1 : 0;
  const delimiter = request.delimiter ?? csvDelimiters.find((one) => one === named?.delimiter) ?? delimiterOf(text, csvDelimiters);
  const table = (collected: ReturnType<typeof collect>, fault: CsvTable['fault']) => ({
    encoding,
    delimiter,
    ...collected.result(),
    fault,
  });
  const all = collect(request.makesParts);
  const fault = readRows(text, { delimiter, maxColumns, onRow: (line, cells) => all.add([line + before, cells]) });
  const few = fault && fewLines(text);
  if (!few) return table(all, fault && { ...fault, line: fault.line + before });
  const single = collect(request.makesParts);
  for (const [line, ...row] of singleRows(few, delimiter)) single.add([line + before, ...row]);
  return table(single, null);
}
