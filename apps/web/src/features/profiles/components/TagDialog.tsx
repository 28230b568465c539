import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useFollowJob } from '#ui/jobs/follow-job.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { TagField } from './TagField.tsx';

interface TagDialogProps {
  profiles: readonly number[];
  onDone: (saved?: boolean) => void;
}

/** DEC-13. */
export function TagDialog({ profiles, onDone }: TagDialogProps) {
  const { t } = useTranslation(['profiles', 'ui']);
  const follow = useFollowJob();
  const focus = useFirstFocus<HTMLInputElement>();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const { job_id: jobId } = await api.tags.saveMany({ profiles: [...profiles], add, remove });
      onDone(true);
      void follow({ jobId, title: t('tags.saving'), message: (changed) => t('tags.saved', { count: changed ?? profiles.length }) });
    } catch {
      setPending(false);
      showSnackbar({ message: t('tags.failed'), tone: 'danger' });
    }
  };
  return (
    <Stack gap="lg">
      <TagField label={t('tags.toAdd')} placeholder={t('tags.placeholder')} ref={focus} value={add} onChange={setAdd} />
      <TagField label={t('tags.toRemove')} value={remove} onChange={setRemove} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button loading={isPending} disabled={add.length + remove.length === 0} onClick={() => void save()}>
          {t('tags.save')}
        </Button>
      </Group>
    </Stack>
  );
}
