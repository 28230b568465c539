import { Button, Checkbox, Group, Select, Stack, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ExportColumn,
  exportDelimiters,
  exportEncodings,
  type ExportDelimiter,
  type ExportEncoding,
} from '@headwater/domain/vacancies/export-format';
import { ApiError } from '#lib/api-error.ts';
import { orpc } from '#lib/api.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { checkQuery, columnsQuery, type Exported, saveTable } from '../api/export.ts';
import { ClosedContacts } from './ClosedContacts.tsx';
import classes from './export.module.css';

interface Format {
  columns: ExportColumn[];
  encoding: ExportEncoding;
  delimiter: ExportDelimiter;
  excel: boolean;
}

const usual: Format = {
  columns: ['name', 'title', 'company', 'city', 'email', 'phone', 'links', 'status', 'profile'],
  encoding: 'utf-8',
  delimiter: 'comma',
  excel: true,
};

/** EXP-001 to EXP-012: what is written of whom, and how. The browser remembers the choice. */
export function ExportDialog({ exported, onDone }: { exported: Exported; onDone: (done?: boolean) => void }) {
  const { t } = useTranslation(['candidate-export', 'ui']);
  const client = useQueryClient();
  const [format, store] = useStoredState<Format>('export', usual);
  const [opens, setOpens] = useState(true);
  const [isPending, setPending] = useState(false);
  const { data } = useQuery(columnsQuery);
  const known = data?.columns ?? [];
  // What was open once may be closed to the person now.
  const columns = known.flatMap(({ id }) => (format.columns.includes(id) ? [id] : []));
  const check = useQuery(checkQuery(exported, columns));
  const refusal = check.error instanceof ApiError && check.error.code === 'export_limit' ? check.error.message : undefined;

  const save = async () => {
    setPending(true);
    const { encoding, delimiter, excel } = format;
    try {
      await saveTable(exported, { columns, encoding, delimiter, excel_compatible: excel, open_contacts: opens && !refusal });
      showSnackbar({ message: t('done'), tone: 'success' });
      onDone(true);
    } catch {
      showSnackbar({ message: t('failed'), tone: 'danger' });
      setPending(false);
      void check.refetch();
    }
    // Contacts may have been opened, also where the table broke off.
    void client.invalidateQueries({ queryKey: orpc.profiles.key() });
  };

  return (
    <Stack gap="lg">
      <p className={classes.count}>{check.data ? t('count', { count: check.data.count }) : ' '}</p>
      <Checkbox.Group label={t('columns')} value={columns} onChange={(value) => store({ ...format, columns: value as ExportColumn[] })}>
        <div className={classes.columns}>
          {known.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.format}>
        <Select
          label={t('encoding')}
          data={exportEncodings.map((value) => ({ value, label: value.toUpperCase() }))}
          value={format.encoding}
          onChange={(value) => value && store({ ...format, encoding: value })}
          description={format.encoding === 'windows-1251' ? t('notKept') : undefined}
          inputWrapperOrder={['label', 'input', 'description']}
          allowDeselect={false}
        />
        <Select
          label={t('delimiter')}
          data={exportDelimiters.map((value) => ({ value, label: t(`delimiters.${value}`) }))}
          value={format.delimiter}
          onChange={(value) => value && store({ ...format, delimiter: value })}
          allowDeselect={false}
        />
      </div>
      <Switch
        label={t('excel')}
        description={t('excelText')}
        checked={format.excel}
        onChange={(event) => store({ ...format, excel: event.currentTarget.checked })}
      />
      <ClosedContacts check={check.data} refusal={refusal} opens={opens} onChange={setOpens} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button disabled={columns.length === 0 || check.isPending} loading={isPending} onClick={() => void save()}>
          {t('export')}
        </Button>
      </Group>
    </Stack>
  );
}
