import { IconDatabaseCog } from '@tabler/icons-react';
import type { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';
import classes from './screen.module.css';

/** Index progress while the server starts. The query retries, and results replace this element. */
export function SearchStarting({ reason }: { reason: ApiError }) {
  const { t } = useTranslation('search');
  return (
    <output className={classes.starting}>
      <EmptyState icon={<IconDatabaseCog size={24} stroke={1.5} />} title={t('starting')} text={reason.message} />
    </output>
  );
}
