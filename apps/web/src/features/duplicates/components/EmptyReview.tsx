import { Button } from '@mantine/core';
import { IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';

export function EmptyReview({ wasReviewed, isNarrow, onAll }: { wasReviewed: boolean; isNarrow: boolean; onAll: () => void }) {
  const { t } = useTranslation('duplicates');
  if (wasReviewed) return <EmptyState icon={<IconCircleCheck size={24} stroke={1.5} />} title={t('done')} text={t('doneText')} />;
  const all = isNarrow && (
    <Button variant="default" onClick={onAll}>
      {t('showAll')}
    </Button>
  );
  return <EmptyState icon={<IconUsers size={24} stroke={1.5} />} title={t('none')} text={t('noneText')} action={all || undefined} />;
}
