import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';

interface RemoveDialogProps {
  count: number;
  onRemove: (saveMessagingHistory: boolean) => Promise<boolean>;
  onDone: (removed?: boolean) => void;
}

/** CAND-020. */
export function RemoveDialog({ count, onRemove, onDone }: RemoveDialogProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const [keeps, setKeeps] = useState(true);
  const [pending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    if (await onRemove(keeps)) onDone(true);
    else setPending(false);
  };
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('removeText', { count })}</Text>
      <Checkbox label={t('keepMessaging')} checked={keeps} onChange={(event) => setKeeps(event.currentTarget.checked)} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button color="red" data-autofocus loading={pending} onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </Group>
    </Stack>
  );
}
