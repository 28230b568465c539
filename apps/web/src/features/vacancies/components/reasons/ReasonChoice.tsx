import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { reasonsQuery } from '../../api/reasons.ts';
import classes from './reasons.module.css';

interface ReasonChoiceProps {
  text: string;
  current: number | undefined;
  onChoose: (reasonId: number | null) => void;
}

export function ReasonChoice({ text, current, onChoose }: ReasonChoiceProps) {
  const { t } = useTranslation('vacancies');
  const query = useQuery(reasonsQuery);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const reasons = query.data?.reasons ?? [];
  return (
    <Stack gap={6}>
      <p className={classes.text}>{text}</p>
      {query.isPending && <SkeletonText lines={6} />}
      {reasons.map((reason, index) => (
        <Button
          key={reason.id}
          variant={reason.id === current ? 'light' : 'default'}
          justify="flex-start"
          aria-pressed={reason.id === current}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          onClick={() => onChoose(reason.id)}
        >
          {reason.name}
        </Button>
      ))}
      <Button variant="subtle" onClick={() => onChoose(null)}>
        {t('noReason')}
      </Button>
    </Stack>
  );
}
