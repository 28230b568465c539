import { ActionIcon, Button, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RejectionReason } from '@headwater/contract/rejection-reasons';
import { maxReasons } from '@headwater/domain/vacancies/rejection-reasons';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { reasonsQuery } from '../../api/reasons.ts';
import classes from './reasons.module.css';

export function ReasonsForm() {
  const { t } = useTranslation('vacancies');
  const query = useQuery(reasonsQuery);
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('reasonsTitle')}</h2>
      <p className={classes.text}>{t('reasonsHelp')}</p>
      {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonForm fields={4} />}
      {query.data && <LoadedForm reasons={query.data.reasons} />}
    </section>
  );
}

interface Row {
  id?: number;
  name: string;
}

function LoadedForm({ reasons }: { reasons: readonly RejectionReason[] }) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const client = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  const form = useServerForm<{ reasons: Row[] }, { reasons: RejectionReason[] }>({
    initialValues: { reasons: reasons.map(({ id, name }) => ({ id, name })) },
    submit: (values) =>
      api.rejectionReasons.save({ reasons: values.reasons.filter(({ id, name }) => id !== undefined || name.trim() !== '') }),
    onDone: (saved) => {
      client.setQueryData(reasonsQuery.queryKey, saved);
      form.form.setInitialValues({ reasons: saved.reasons });
      form.form.setValues({ reasons: saved.reasons });
      form.form.resetDirty({ reasons: saved.reasons });
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success' });
    },
  });
  const rows = form.values.reasons;
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  });
  const change = (next: Row[]) => {
    form.form.setFieldValue('reasons', next);
    form.form.clearErrors();
  };
  return (
    <ServerForm form={form} submitLabel={t('saveReasons')} guard>
      <Stack gap={6} ref={list}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- new rows have no id, and rows never change their order
          <div key={row.id ?? `new-${index}`} className={classes.row}>
            <TextInput
              aria-label={t('reasonNumber', { number: index + 1 })}
              maxLength={100}
              value={row.name}
              error={form.form.errors[`reasons.${index}.name`]}
              onChange={({ currentTarget: { value } }) => change(rows.map((one, at) => (at === index ? { ...one, name: value } : one)))}
            />
            <ActionIcon
              size={34}
              aria-label={t('deleteReason', { name: row.name })}
              onClick={() => change(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          disabled={rows.length >= maxReasons}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            isAdded.current = true;
            change([...rows, { name: '' }]);
          }}
        >
          {t('addReason')}
        </Button>
      </Stack>
    </ServerForm>
  );
}
