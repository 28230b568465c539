import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { NamedPicker } from '#ui/NamedPicker.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { moveTargetsQuery } from '../api/employees.ts';
import classes from './employees.module.css';

interface Named {
  id: number;
  name: string;
}

function LinkForm({ id, linked }: { id: number; linked: readonly Named[] }) {
  const { t } = useTranslation('employees');
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const { data } = useQuery(moveTargetsQuery(search));
  const form = useServerForm({
    initialValues: { company_ids: linked.map((one) => String(one.id)) },
    submit: ({ company_ids: ids }) => api.employees.saveLinked({ id, company_ids: ids.map(Number) }),
    onDone: ({ companies }) => {
      client.setQueryData(orpc.employees.listLinked.queryKey({ input: { id } }), { companies });
      showSnackbar({ message: t('saved'), tone: 'success', key: 'linked' });
    },
  });
  return (
    <ServerForm form={form}>
      <NamedPicker
        className={classes.fields}
        label={t('linked.title')}
        description={t('linked.text')}
        placeholder={t('move.find')}
        nothingFoundMessage={t('move.none')}
        chosen={linked}
        found={(data?.companies ?? []).filter((one) => one.id !== id)}
        search={search}
        onSearch={setSearch}
        {...form.field('company_ids')}
      />
    </ServerForm>
  );
}

/** ROLE-026: staff choose the companies that administrators may move employees to. */
export function LinkedCompanies({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(orpc.employees.listLinked.queryOptions({ input: { id } }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <LinkForm key={id} id={id} linked={data.companies} /> : <SkeletonForm fields={1} />;
}
