import { wallClock } from '@headwater/domain/time/zone';
import { type CsvCell, inOneLine, type TableFormat, tableRows, tableStart } from '#platform/csv/write-table.ts';
import { type Column, type ExportTable, type TableReader, titlesOf } from './columns.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** 93784 -> '26:03:04', which spreadsheets read as a duration. */
function clockOf(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const clock = `${twoDigits(Math.floor(whole / 3600))}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`;
  return seconds < 0 && whole > 0 ? `-${clock}` : clock;
}

/** Without the space that Russian puts before the sign: spreadsheets would read text. */
const percentOf = (share: number, language: TableReader['language']) =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false }).format(share * 100)}%`;

function cellOf<Row>(column: Column<Row>, row: Row, { language, zone }: TableReader): CsvCell {
  switch (column.format) {
    case 'text':
      return inOneLine(column.value(row) ?? '');
    case 'date':
      return { plain: column.value(row) ?? '' };
    case 'date-time': {
      const moment = column.value(row);
      return { plain: moment ? wallClock(moment, zone) : '' };
    }
    default: {
      const value = column.value(row);
      if (value === null) return '';
      if (column.format === 'percent') return { plain: percentOf(value, language) };
      return { plain: column.format === 'duration' ? clockOf(value) : String(value) };
    }
  }
}

export async function* writeCsv<Row>(table: ExportTable<Row>, format: TableFormat): AsyncGenerator<Uint8Array> {
  const { columns, batches, reader } = table;
  yield tableStart(format);
  yield tableRows([titlesOf(table)], format);
  for await (const rows of batches) {
    yield tableRows(
      rows.map((row) => columns.map((column) => cellOf(column, row, reader))),
      format,
    );
  }
}
