import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EnrichmentPreview, EnrichmentRequest } from '@headwater/contract/enrichment';
import { csvDelimiters, csvEncodings } from '@headwater/domain/profiles/enrichment';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { formatNumber, formatSize } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { quotaQuery } from '../api/enrichment.ts';
import type { CsvFormat } from '../model/csv-format.ts';
import { ColumnTable } from './ColumnTable.tsx';
import classes from './enrichment.module.css';

interface ImportFormProps {
  file: File;
  preview: EnrichmentPreview;
  onFormat: (format: CsvFormat) => void;
  onOther: () => void;
  onDone: (request?: EnrichmentRequest) => void;
}

const number = (value: number) => formatNumber(value, currentLanguage());

function useObstacle({ rows, fault }: EnrichmentPreview, error: unknown): { title: string; text?: string } | undefined {
  const { t } = useTranslation('enrichment');
  const { data, isError } = useQuery(quotaQuery);
  const left = data?.quotas_data_enrichment_available ?? null;
  if (fault) return { title: t('parseError'), text: t('faultLine', { line: fault.line, reason: t(`faults.${fault.reason}`) }) };
  if (rows === 0) return { title: t('emptyFile') };
  if (isError) return { title: t('quotaFailed') };
  if (left !== null && rows > left) return { title: t('quotaExceeded'), text: t('quotaText', { rows: number(rows), left: number(left) }) };
  if (error instanceof ApiError) return { title: error.message };
  return error ? { title: t('failed') } : undefined;
}

/** ENR-003 to ENR-005 */
export function ImportForm({ file, preview, onFormat, onOther, onDone }: ImportFormProps) {
  const { t } = useTranslation(['enrichment', 'ui']);
  const [name, setName] = useState(() => file.name.replace(/\.csv$/i, ''));
  const [columns, setColumns] = useState(preview.columns);
  const { encoding, delimiter, rows } = preview;
  const create = useMutation({
    mutationFn: () => api.enrichment.create({ file, name: name.trim() || file.name, columns: columns.join(','), encoding, delimiter }),
    onSuccess: onDone,
  });
  const obstacle = useObstacle(preview, create.error);
  const isTyped = columns.some((type) => type !== 'ignore');
  const size = formatSize(file.size, currentLanguage());
  return (
    <form
      className={classes.step}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <div className={classes.fields}>
        <TextInput label={t('name')} value={name} maxLength={255} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
        <Select
          label={t('encoding')}
          data={csvEncodings.map((value) => ({ value, label: value === 'utf-8' ? 'UTF-8' : 'Windows-1251' }))}
          value={encoding}
          allowDeselect={false}
          onChange={(value) => value && onFormat({ encoding: value, delimiter })}
        />
        <Select
          label={t('delimiter')}
          data={csvDelimiters.map((value) => ({ value, label: t(`delimiters.${value}`) }))}
          value={delimiter}
          allowDeselect={false}
          onChange={(value) => value && onFormat({ encoding, delimiter: value })}
        />
      </div>
      <p className={classes.about}>
        <span>{t('about', { name: file.name, size })}</span>
        {' · '}
        <span>{t('rowCount', { count: rows })}</span>
        {' · '}
        <button type="button" className={classes.link} onClick={onOther}>
          {t('otherFile')}
        </button>
      </p>
      {obstacle && (
        <Alert color="red" variant="light" title={obstacle.title}>
          {obstacle.text}
        </Alert>
      )}
      {preview.lines.length > 0 && <ColumnTable preview={preview} columns={columns} onChange={setColumns} />}
      <p className={classes.hint}>{isTyped ? t('howText') : t('noType')}</p>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button type="submit" disabled={!isTyped || (obstacle !== undefined && !create.isError)} loading={create.isPending}>
          {t('start')}
        </Button>
      </div>
    </form>
  );
}
