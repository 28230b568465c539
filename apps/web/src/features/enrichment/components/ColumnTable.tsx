import { Select } from '@mantine/core';
import type { EnrichmentPreview } from '@headwater/contract/enrichment';
import { type ColumnType, columnTypes } from '@headwater/domain/profiles/enrichment';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './enrichment.module.css';

interface ColumnTableProps {
  preview: EnrichmentPreview;
  columns: readonly ColumnType[];
  onChange: (columns: ColumnType[]) => void;
}

/** ENR-005, ENR-008 */
export function ColumnTable({ preview, columns, onChange }: ColumnTableProps) {
  const { t } = useTranslation('enrichment');
  const data = columnTypes.map((value) => ({ value, label: t(`types.${value}`) }));
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((type, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns are identified by position
              <th key={index} scope="col" data-ignored={type === 'ignore' || undefined}>
                <Select
                  aria-label={t('typeOf', { number: index + 1 })}
                  size="xs"
                  data={data}
                  value={type}
                  allowDeselect={false}
                  onChange={(value) => value && onChange(columns.map((other, place) => (place === index ? value : other)))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.lines.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are identified by position
            <tr key={row}>
              {columns.map((type, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <td key={index} data-ignored={type === 'ignore' || undefined} title={cells[index]}>
                  {cells[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
