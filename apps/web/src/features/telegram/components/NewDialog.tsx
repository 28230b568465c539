import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { accountsQuery } from '../api/accounts.ts';
import { useStartDialog } from '../api/dialogs.ts';
import { simName } from '../model/sim.ts';
import { PersonField } from './PersonField.tsx';

interface NewDialogProps {
  profileId?: number | undefined;
  username?: string | undefined;
  onDone: (dialog: TelegramDialog) => void;
  onCancel: () => void;
}

/** TG-008, TG-013, TG-073. */
export function NewDialog({ profileId, username = '', onDone, onCancel }: NewDialogProps) {
  const { t } = useTranslation('telegram');
  const start = useStartDialog();
  const cards = useQuery(accountsQuery).data?.results.filter(({ state }) => state === 'connected') ?? [];
  const form = useServerForm({
    initialValues: { profile_id: profileId === undefined ? '' : String(profileId), username, telegram_account_id: '' },
    validate: {
      profile_id: (id: string) => (id === '' ? t('choosePerson') : null),
      username: (name: string) => (name.trim() === '' ? t('enterUsername') : null),
    },
    submit: ({ profile_id: id, username: name, telegram_account_id: account }) =>
      start({ profile_id: Number(id), username: name, telegram_account_id: account === '' ? undefined : Number(account) }),
    onDone,
  });
  const from = form.field('telegram_account_id');
  return (
    <ServerForm form={form} submitLabel={t('openDialog')} onCancel={onCancel}>
      {profileId === undefined && (
        <PersonField
          value={form.values.profile_id}
          error={form.field('profile_id').error}
          onChange={(id) => form.form.setFieldValue('profile_id', id)}
        />
      )}
      <TextInput
        label={t('username')}
        description={t('usernameHint')}
        required
        leftSection="@"
        maxLength={255}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        {...(profileId === undefined ? {} : { 'data-autofocus': true })}
        {...form.field('username')}
      />
      {(cards.length > 1 || from.error) && (
        <Select
          label={t('sim')}
          clearable
          placeholder={t('anyFreeSim')}
          data={cards.map((card) => ({
            value: String(card.id),
            label: `${simName(card)} · ${t('availableToday', { count: card.dialogs_available })}`,
          }))}
          {...from}
          value={form.values.telegram_account_id === '' ? null : form.values.telegram_account_id}
          onChange={(id) => form.form.setFieldValue('telegram_account_id', id ?? '')}
        />
      )}
    </ServerForm>
  );
}
