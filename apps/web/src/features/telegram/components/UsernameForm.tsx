import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showDialog } from '../api/dialogs.ts';

export function UsernameForm({ dialog }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { username: dialog.username ?? '' },
    submit: ({ username }) => api.telegramDialogs.change({ id: dialog.id, username }),
    onDone: (changed) => showDialog(client, changed),
  });
  return (
    <ServerForm form={form} submitLabel={t('changeUsername')}>
      <TextInput size="xs" label={t('otherUsername')} leftSection="@" maxLength={255} {...form.field('username')} />
    </ServerForm>
  );
}
