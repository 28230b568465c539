import { Alert, Button, Group, Stack } from '@mantine/core';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useRemoveAccount } from '../api/accounts.ts';

/** TG-073. */
export function RemoveSim({ card, onDone }: { card: TelegramAccount; onDone: () => void }) {
  const { t } = useTranslation(['telegram', 'ui']);
  const remove = useRemoveAccount();
  const isGone = remove.error instanceof ApiError && remove.error.status === 404;
  return (
    <Stack gap="md">
      {remove.error && !isGone && (
        <Alert color="red" role="alert" p="sm">
          {remove.error.message}
        </Alert>
      )}
      <div>{t('deleteText')}</div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button
          color="red"
          data-autofocus
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(card.id, { onSuccess: onDone, onError: (error) => error instanceof ApiError && error.status === 404 && onDone() })
          }
        >
          {t('delete')}
        </Button>
      </Group>
    </Stack>
  );
}
