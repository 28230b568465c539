import { Alert, Text, TextInput } from '@mantine/core';
import type { SuppressionView } from '@headwater/contract/suppressions';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useRelease } from '../api/suppressions.ts';

/** Requires a reason for writing to an address again, which the list records. */
export function ReleaseForm({ row, onDone }: { row: SuppressionView; onDone: () => void }) {
  const { t } = useTranslation('suppressions');
  const release = useRelease(row.id);
  const { address } = row;
  const form = useServerForm({
    initialValues: { note: '' },
    submit: ({ note }) => release.mutateAsync(note),
    onDone: () => {
      showSnackbar({ message: address ? t('done', { address }) : t('doneHidden'), tone: 'success' });
      onDone();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('release')} onCancel={onDone} guard>
      <Text size="sm">{address ? t('releaseText', { address }) : t('releaseTextHidden')}</Text>
      {row.reason === 'unsubscribed' && <Alert color="yellow">{t('unsubscribedText')}</Alert>}
      <TextInput
        label={t('releaseNote')}
        description={t('releaseNoteText')}
        required
        maxLength={1000}
        data-autofocus
        {...form.field('note')}
      />
    </ServerForm>
  );
}
