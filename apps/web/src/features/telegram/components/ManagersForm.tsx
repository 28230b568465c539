import { MultiSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { managersQuery } from '../api/accounts.ts';

type Managers = Awaited<ReturnType<typeof api.telegramAccounts.managers>>;

interface ManagersFormProps {
  onDone: () => void;
}

function Form({ known, onDone }: ManagersFormProps & { known: Managers }) {
  const { t } = useTranslation('telegram');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { user_ids: known.managers.map(({ id }) => String(id)) },
    submit: ({ user_ids: ids }) => api.telegramAccounts.saveManagers({ user_ids: ids.map(Number) }),
    onDone: (saved) => {
      client.setQueryData(managersQuery.queryKey, saved);
      onDone();
    },
  });
  // Current managers may have lost the messenger; they stay selectable until removed.
  const people = new Map([...known.managers, ...known.candidates].map((person) => [person.id, person]));
  return (
    <ServerForm form={form} onCancel={onDone}>
      <MultiSelect
        label={t('managersLabel')}
        description={t('managersHint')}
        searchable
        data={[...people.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={t('nobodyFound')}
        {...form.field('user_ids')}
      />
    </ServerForm>
  );
}

/** TG-023. */
export function ManagersForm({ onDone }: ManagersFormProps) {
  const query = useQuery({ ...managersQuery, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  if (query.data) return <Form known={query.data} onDone={onDone} />;
  return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <SkeletonForm fields={1} />;
}
