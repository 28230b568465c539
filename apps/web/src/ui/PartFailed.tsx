import { Button } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './PartFailed.module.css';

export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <div role="alert" className={classes.part}>
      {t('loadFailed')}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
