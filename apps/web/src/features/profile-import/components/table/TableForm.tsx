import { Alert, Button, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TableImportPreview } from '@headwater/contract/table-imports';
import {
  type ColumnMeaning,
  identifyingMeanings,
  type TableDelimiter,
  tableDelimiters,
  type TableEncoding,
  tableEncodings,
} from '@headwater/domain/profiles/table-import';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { formatNumber, formatSize } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ColumnList } from './ColumnList.tsx';
import { type Choices, noChoices, TableChoices } from './TableChoices.tsx';
import { TablePreview } from './TablePreview.tsx';
import classes from './table.module.css';

export interface TableFormat {
  sheet?: string;
  encoding?: TableEncoding;
  delimiter?: TableDelimiter;
  columns?: ColumnMeaning[];
  header_line?: number;
}

interface TableFormProps {
  id: number;
  file: File;
  preview: TableImportPreview;
  problem: string | undefined;
  isReading: boolean;
  onFormat: (format: TableFormat) => void;
  onOther: () => void;
  onStarted: () => void;
}

const encodingNames: Readonly<Record<TableEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1251': 'Windows-1251',
  'koi8-r': 'KOI8-R',
  cp866: 'CP866',
  'windows-1252': 'Latin-1',
};

const formatOf = ({ sheet, encoding, delimiter }: TableImportPreview): TableFormat => ({
  ...(sheet === null ? {} : { sheet }),
  ...(encoding === null ? {} : { encoding }),
  ...(delimiter === null ? {} : { delimiter }),
});

function FormatFields({ preview, onFormat }: Pick<TableFormProps, 'preview' | 'onFormat'>) {
  const { t } = useTranslation('profile-import');
  const { sheets, sheet, encoding, delimiter } = preview;
  return (
    <div className={classes.fields}>
      {sheet !== null && (
        <Select
          label={t('table.sheet')}
          data={sheets}
          value={sheet}
          allowDeselect={false}
          onChange={(value) => value && onFormat({ sheet: value })}
        />
      )}
      {encoding !== null && (
        <Select
          label={t('table.encoding')}
          data={tableEncodings.map((value) => ({ value, label: encodingNames[value] }))}
          value={encoding}
          allowDeselect={false}
          onChange={(value) => value && onFormat({ encoding: value, ...(delimiter === null ? {} : { delimiter }) })}
        />
      )}
      {encoding !== null && delimiter !== null && (
        <Select
          label={t('table.delimiter')}
          data={tableDelimiters.map((value) => ({ value, label: t(`table.delimiters.${value}`) }))}
          value={delimiter}
          allowDeselect={false}
          onChange={(value) => value && onFormat({ encoding, delimiter: value })}
        />
      )}
    </div>
  );
}

function Origin({ preview }: Pick<TableFormProps, 'preview'>) {
  const { t } = useTranslation('profile-import');
  const { preset, is_remembered: isRemembered } = preview;
  if (isRemembered) return <p className={classes.note}>{t('table.remembered')}</p>;
  return preset ? <p className={classes.note}>{t('table.preset', { name: t(`table.presets.${preset}`) })}</p> : null;
}

export function TableForm({ id, file, preview, problem, isReading, onFormat, onOther, onStarted }: TableFormProps) {
  const { t } = useTranslation('profile-import');
  const [choices, setChoices] = useState<Choices>(noChoices);
  const { columns, header_line: headerLine } = preview;
  const language = currentLanguage();
  const start = useMutation({
    mutationFn: () => {
      const { vacancy, status, statuses, ...rest } = choices;
      const mapped = Object.entries(statuses).map(([value, chosen]) => ({ value, status: chosen }));
      return api.tableImports.start({
        id,
        ...formatOf(preview),
        ...rest,
        columns,
        header_line: headerLine,
        statuses: mapped,
        ...(vacancy === undefined ? {} : { folder_id: vacancy.id }),
        ...(status === undefined ? {} : { status }),
      });
    },
    onSuccess: onStarted,
  });
  const failure = start.isError
    ? start.error instanceof ApiError
      ? (Object.values(start.error.fields)[0] ?? start.error.message)
      : t('table.failed')
    : problem;
  const isUsable = columns.some((column) => identifyingMeanings.includes(column));
  const count = formatNumber(preview.count, language);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <p className={classes.about}>
        <strong>{file.name}</strong>
        <span>{formatSize(file.size, language)}</span>
        <span>{t(preview.is_counted ? 'table.rows' : 'table.rowsAbout', { count: preview.count, shown: count })}</span>
        <button type="button" className={classes.link} onClick={onOther}>
          {t('table.otherFile')}
        </button>
      </p>
      <FormatFields preview={preview} onFormat={onFormat} />
      {failure !== undefined && (
        <Alert color="red" variant="light">
          {failure}
        </Alert>
      )}
      <section className={classes.section} aria-label={t('table.columns')}>
        <h2 className={classes.heading}>{t('table.columns')}</h2>
        <Origin preview={preview} />
        <ColumnList
          preview={preview}
          isReading={isReading}
          onChange={(next) => onFormat({ ...formatOf(preview), columns: next, header_line: headerLine })}
        />
        {!isUsable && (
          <p role="alert" className={classes.problem}>
            {t('table.noPerson')}
          </p>
        )}
      </section>
      <TablePreview preview={preview} />
      <TableChoices preview={preview} choices={choices} onChange={setChoices} />
      <div className={classes.foot}>
        <Button type="submit" disabled={!isUsable || isReading} loading={start.isPending}>
          {t('table.start', { count: preview.count, shown: count })}
        </Button>
        <Button variant="default" onClick={onOther}>
          {t('table.cancel')}
        </Button>
      </div>
    </form>
  );
}
