import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { mailingEvent } from '#features/mailings/api/mailings.ts';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

function RemoveDialog({ sequence, onDone }: { sequence: MailingListView; onDone: (removed?: boolean) => void }) {
  const { t } = useTranslation(['sequences', 'ui']);
  const [keeps, setKeeps] = useState(true);
  const [pending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    try {
      await api.sequences.remove({ params: { id: sequence.id }, query: { saveMessagingHistory: keeps } });
      sendEvent('Mailing List: Delete', mailingEvent(sequence));
      showSnackbar({ message: t('remove.done'), tone: 'success' });
      onDone(true);
    } catch (error) {
      showError(error);
      setPending(false);
    }
  };
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('remove.text')}</Text>
      <Checkbox label={t('remove.keep')} checked={keeps} onChange={(event) => setKeeps(event.currentTarget.checked)} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button color="red" data-autofocus loading={pending} onClick={() => void remove()}>
          {t('remove.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}

/** SEQ-022, SEQ-029: resolves with true if deleted. */
export async function openRemove(sequence: MailingListView, title: string): Promise<boolean> {
  const removed = await openModal<boolean>({ title, content: (close) => <RemoveDialog sequence={sequence} onDone={close} /> });
  return removed === true;
}
