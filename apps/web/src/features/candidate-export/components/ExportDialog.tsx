import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ExportColumn } from '@headwater/domain/vacancies/export-format';
import { ApiError, isAbort } from '#lib/api-error.ts';
import { orpc } from '#lib/api.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { JobProgress } from '#ui/jobs/JobProgress.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { checkQuery, columnsFor, columnsQuery, type Exported, saveTable } from '../api/export.ts';
import { ClosedContacts } from './ClosedContacts.tsx';
import classes from './export.module.css';
import { type Format, FormatFields } from './FormatFields.tsx';

const usual: Format = {
  columns: ['name', 'title', 'company', 'city', 'email', 'phone', 'links', 'status', 'profile'],
  encoding: 'utf-8',
  delimiter: 'comma',
  excel: true,
};

/** EXP-001 to EXP-012 */
export function ExportDialog({ exported, onDone }: { exported: Exported; onDone: (done?: boolean) => void }) {
  const { t } = useTranslation(['candidate-export', 'ui']);
  const client = useQueryClient();
  const [format, store] = useStoredState<Format>('export', usual);
  const [opens, setOpens] = useState(true);
  const [written, setWritten] = useState<number>();
  const isPending = written !== undefined;
  const { data } = useQuery(columnsQuery);
  const known = columnsFor(exported, data?.columns ?? []);
  // The user may have lost access to a stored column.
  const columns = known.flatMap(({ id }) => (format.columns.includes(id) ? [id] : []));
  const check = useQuery(checkQuery(exported, columns));
  const failure = check.error instanceof ApiError ? check.error : undefined;
  const refusal = failure?.code === 'export_limit' ? failure.message : undefined;
  const count = check.data?.count ?? failure?.numbers['count'];
  const isKnown = !check.isFetching && !check.isPlaceholderData && (check.isSuccess || refusal !== undefined);

  const download = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    download.current = controller;
    return () => controller.abort();
  }, []);

  const save = async () => {
    setWritten(0);
    const { encoding, delimiter, excel } = format;
    try {
      const request = { columns, encoding, delimiter, excel_compatible: excel, raw: !excel, open_contacts: opens && !refusal };
      await saveTable(exported, request, { signal: download.current?.signal, onRows: setWritten });
      showSnackbar({ message: t('done'), tone: 'success' });
      onDone(true);
    } catch (error) {
      if (isAbort(error)) return;
      showSnackbar({ message: t('failed'), tone: 'danger' });
      setWritten(undefined);
      void check.refetch();
    }
    // Contacts may have been opened even if the download failed.
    void client.invalidateQueries({ queryKey: orpc.profiles.key() });
  };

  return (
    <Stack gap="lg">
      <p className={classes.count}>{count === undefined ? ' ' : t('count', { count })}</p>
      <Checkbox.Group label={t('columns')} value={columns} onChange={(value) => store({ ...format, columns: value as ExportColumn[] })}>
        <div className={classes.columns}>
          {known.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <FormatFields format={format} onChange={store} />
      {failure && !refusal && <output className={classes.refusal}>{failure.message}</output>}
      <ClosedContacts check={check.data} refusal={refusal} opens={opens} onChange={setOpens} />
      {isPending && <JobProgress title={t('writing')} state="running" done={Math.min(written, count ?? written)} total={count} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button disabled={columns.length === 0 || !isKnown} loading={isPending} onClick={() => void save()}>
          {t('export')}
        </Button>
      </Group>
    </Stack>
  );
}
