import { Select, Switch } from '@mantine/core';
import {
  type ExportColumn,
  type ExportDelimiter,
  exportDelimiters,
  type ExportEncoding,
  exportEncodings,
} from '@headwater/domain/vacancies/export-format';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './export.module.css';

export interface Format {
  columns: ExportColumn[];
  encoding: ExportEncoding;
  delimiter: ExportDelimiter;
  excel: boolean;
}

/** EXP-007 to EXP-010 */
export function FormatFields({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
  const { t } = useTranslation('candidate-export');
  return (
    <>
      <div className={classes.format}>
        <Select
          label={t('encoding')}
          data={exportEncodings.map((value) => ({ value, label: value.toUpperCase() }))}
          value={format.encoding}
          onChange={(value) => value && onChange({ ...format, encoding: value })}
          description={format.encoding === 'windows-1251' ? t('notKept') : undefined}
          inputWrapperOrder={['label', 'input', 'description']}
          allowDeselect={false}
        />
        <Select
          label={t('delimiter')}
          data={exportDelimiters.map((value) => ({ value, label: t(`delimiters.${value}`) }))}
          value={format.delimiter}
          onChange={(value) => value && onChange({ ...format, delimiter: value })}
          allowDeselect={false}
        />
      </div>
      <Switch
        label={t('excel')}
        description={t('excelText')}
        checked={format.excel}
        onChange={(event) => onChange({ ...format, excel: event.currentTarget.checked })}
      />
    </>
  );
}
