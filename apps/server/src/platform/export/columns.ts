import type { Language } from '@headwater/contract/errors';

interface Values {
  text: string;
  integer: number;
  /** A share: 0.125 is 12.5 %. */
  percent: number;
  /** 'YYYY-MM-DD' */
  date: string;
  'date-time': Date;
  /** In seconds. */
  duration: number;
}

export type CellFormat = keyof Values;

interface ColumnOf<Row, Format extends CellFormat> {
  key: string;
  title(language: Language): string;
  format: Format;
  value(row: Row): Values[Format] | null;
}

export type Column<Row> = { [Format in CellFormat]: ColumnOf<Row, Format> }[CellFormat];

export interface TableReader {
  language: Language;
  /** Time zone of date-times. Their titles name it. */
  zone: string;
}

export interface ExportTable<Row> {
  columns: readonly Column<Row>[];
  batches: AsyncIterable<readonly Row[]>;
  reader: TableReader;
}

export const titlesOf = <Row>({ columns, reader: { language, zone } }: ExportTable<Row>): string[] =>
  columns.map(({ title, format }) => (format === 'date-time' ? `${title(language)} (${zone})` : title(language)));
