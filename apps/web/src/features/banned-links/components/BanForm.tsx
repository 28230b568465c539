import { TextInput } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { useAnnouncedBans } from './use-announced-bans.ts';

/** BAN-005, BAN-009 */
export function BanForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('banned-links');
  const { ban } = useAnnouncedBans();
  const form = useServerForm({
    initialValues: { url: '' },
    validate: { url: (value: string) => (value.trim() === '' ? t('needsUrl') : null) },
    submit: ({ url }) => ban(url.trim()),
    onDone,
  });
  return (
    <ServerForm form={form} submitLabel={t('ban')} onCancel={onDone} guard>
      <TextInput
        label={t('url')}
        description={t('urlText')}
        placeholder="https://github.com/someone"
        maxLength={2000}
        data-autofocus
        {...form.field('url')}
      />
    </ServerForm>
  );
}
