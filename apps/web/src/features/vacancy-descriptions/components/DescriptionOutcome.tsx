import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { VacancyDescription } from '@headwater/contract/vacancy-descriptions';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

interface DescriptionOutcomeProps {
  description: VacancyDescription;
  text: string;
  onText: (text: string) => void;
  onUse: (text: string) => void;
  onSaved: () => void;
  onRemoved: () => void;
}

export function DescriptionOutcome({ description, text, onText, onUse, onSaved, onRemoved }: DescriptionOutcomeProps) {
  const { t } = useTranslation('vacancy-descriptions');
  const { id, position, progress, body } = description;
  const saving = useMutation({
    mutationFn: (changed: string) => api.vacancyDescriptions.update({ id, body: changed }),
    onSuccess: (_saved, changed) => {
      showSnackbar({ message: t('saved'), tone: 'success' });
      onUse(changed);
      onSaved();
    },
    onError: showError,
  });
  const removal = useMutation({
    mutationFn: () => api.vacancyDescriptions.remove({ id }),
    onSuccess: () => {
      showSnackbar({ message: t('deleted'), tone: 'success' });
      onRemoved();
    },
    onError: showError,
  });
  const remove = async () => {
    const words = { title: t('deleteTitle', { name: position }), text: t('deleteText'), confirm: t('deleteConfirm'), danger: true };
    if (await confirm(words)) removal.mutate();
  };
  return (
    <Stack gap="md">
      {progress === 'failed' && (
        <Alert color="red" role="alert" title={t('failed')}>
          {t('failedText')}
        </Alert>
      )}
      {progress === 'cancelled' && <Text c="dimmed">{t('cancelled')}</Text>}
      {text !== '' && (
        <Textarea
          label={t('text')}
          description={t('textHelp')}
          autosize
          minRows={6}
          maxRows={18}
          maxLength={10_000}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      )}
      {saving.isError && (
        <Alert color="red" role="alert" title={t('notSaved')}>
          <Button variant="default" size="compact-sm" onClick={() => onUse(text)}>
            {t('useUnsaved')}
          </Button>
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="subtle" color="red" onClick={() => void remove()} loading={removal.isPending} disabled={saving.isPending}>
          {t('delete')}
        </Button>
        {text !== '' && (
          <Button
            onClick={() => (text === body ? onUse(text) : saving.mutate(text))}
            loading={saving.isPending}
            disabled={removal.isPending}
          >
            {t('use')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
