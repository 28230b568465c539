import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { refreshVacancies } from '#lib/refresh-vacancies.ts';

interface NewStatusFormProps {
  parent?: number | undefined;
  onDone: () => void;
}

/** STS-007, STS-017: adds a status at the end of its level. */
export function NewStatusForm({ parent, onDone }: NewStatusFormProps) {
  const { t } = useTranslation('vacancies');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { name: '' },
    submit: ({ name }) => api.statuses.create({ name, ...(parent === undefined ? {} : { parent }) }),
    onDone: () => {
      void refreshVacancies(client);
      onDone();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('create')} onCancel={onDone}>
      <TextInput data-autofocus label={t('statusName')} required maxLength={50} {...form.field('name')} />
    </ServerForm>
  );
}
