import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import type { TransferOptions } from '../../api/candidates.ts';
import { VacancyPicker } from '../add/VacancyPicker.tsx';

interface TransferDialogProps {
  action: 'move' | 'copy';
  from: number;
  onSend: (options: TransferOptions) => Promise<boolean>;
  onDone: (sent?: boolean) => void;
}

/** CAND-023 to CAND-029. */
export function TransferDialog({ action, from, onSend, onDone }: TransferDialogProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const [to, setTo] = useState<TransferOptions['to']>();
  const [withComments, setWithComments] = useState(action === 'move');
  const [saveMessagingHistory, setSaveMessagingHistory] = useState(true);
  const [pending, setPending] = useState(false);
  const send = async () => {
    if (!to || pending) return;
    setPending(true);
    if (await onSend({ to, withComments, saveMessagingHistory })) onDone(true);
    else setPending(false);
  };
  return (
    <Stack gap="lg">
      <VacancyPicker value={to?.id} onChoose={setTo} except={from} />
      <Stack gap="sm">
        <Checkbox label={t('withComments')} checked={withComments} onChange={(event) => setWithComments(event.currentTarget.checked)} />
        {action === 'move' && (
          <Checkbox
            label={t('keepMessaging')}
            checked={saveMessagingHistory}
            onChange={(event) => setSaveMessagingHistory(event.currentTarget.checked)}
          />
        )}
      </Stack>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button disabled={!to} loading={pending} onClick={() => void send()}>
          {action === 'move' ? t('move') : t('copy')}
        </Button>
      </Group>
    </Stack>
  );
}
