import type { TableType } from '@headwater/contract/export-file';
import type { TableFormat } from '#platform/csv/write-table.ts';
import type { FairTurns } from '#platform/fair-turns.ts';
import { admitAnswer } from '#platform/http/admit-answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { ExportTable } from './columns.ts';
import { fileAnswer, mediaTypes } from './file-answer.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

const csvFormat: TableFormat = { encoding: 'utf-8', delimiter: 'comma', reader: 'spreadsheet' };

interface Requested<Row> {
  turns: FairTurns;
  type: TableType;
  /** File name without extension, and name of the sheet. */
  fileName: string;
  sheetName: string;
  table: ExportTable<Row>;
}

export function tableAnswer<Row>(context: RequestContext, { turns, type, fileName, sheetName, table }: Requested<Row>) {
  const pieces = type === 'xlsx' ? writeXlsx(table, { title: sheetName }) : writeCsv(table, csvFormat);
  const mediaType = mediaTypes[type === 'xlsx' ? 'xlsx' : 'utf-8'];
  return fileAnswer({ name: `${fileName}.${type}`, mediaType, pieces, admission: admitAnswer(turns, context) });
}
