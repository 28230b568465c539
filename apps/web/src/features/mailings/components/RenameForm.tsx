import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import { cacheMailing, useRefreshMailings } from '../api/mailings.ts';

function RenameForm({ list, onDone }: { list: MailingListView; onDone: () => void }) {
  const { t } = useTranslation('mailings');
  const client = useQueryClient();
  const refresh = useRefreshMailings();
  const form = useServerForm({
    initialValues: { name: list.name },
    submit: ({ name }) => (list.messaging_type === 'sequence' ? api.sequences : api.mailings).update({ id: list.id, name }),
    onDone: (renamed: MailingListView) => {
      cacheMailing(client, renamed);
      void refresh();
      onDone();
    },
  });
  return (
    <ServerForm form={form} onCancel={onDone}>
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.field('name')} />
    </ServerForm>
  );
}

export function openRename(list: MailingListView, title: string): void {
  void openModal({ title, content: (close) => <RenameForm list={list} onDone={() => close()} /> });
}
