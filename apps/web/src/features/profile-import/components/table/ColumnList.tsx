import { Select } from '@mantine/core';
import type { TableImportPreview } from '@headwater/contract/table-imports';
import { type ColumnMeaning, columnMeanings } from '@headwater/domain/profiles/table-import';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './table.module.css';

interface ColumnListProps {
  preview: TableImportPreview;
  isReading: boolean;
  onChange: (columns: ColumnMeaning[]) => void;
}

const shownSamples = 3;

/** IMP-002: each column with its first values and its meaning. */
export function ColumnList({ preview, isReading, onChange }: ColumnListProps) {
  const { t } = useTranslation('profile-import');
  const { header, columns, rows } = preview;
  const data = columnMeanings.map((value) => ({ value, label: t(`table.meanings.${value}`) }));
  const samplesOf = (column: number) =>
    [...new Set(rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean))].slice(0, shownSamples).join(' · ');
  return (
    <div className={classes.scroll}>
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">{t('table.column')}</th>
            <th scope="col">{t('table.values')}</th>
            <th scope="col">{t('table.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((meaning, column) => {
            const title = header[column] || t('table.columnNumber', { number: column + 1 });
            return (
              // oxlint-disable-next-line react/no-array-index-key -- columns are identified by position
              <tr key={column} data-ignored={meaning === 'ignore' || undefined}>
                <th scope="row" title={title}>
                  {title}
                </th>
                <td title={samplesOf(column)}>{samplesOf(column)}</td>
                <td>
                  <Select
                    aria-label={t('table.meaningOf', { column: title })}
                    size="xs"
                    data={data}
                    value={meaning}
                    searchable
                    allowDeselect={false}
                    disabled={isReading}
                    onChange={(value) => value && onChange(columns.map((other, place) => (place === column ? value : other)))}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
