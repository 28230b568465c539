import { Button } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './facets.module.css';

/** FLT-059: marks only the facet with the failed count. */
export function FacetFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('search');
  return (
    <p className={classes.hint} data-failed>
      {t('filters.failed')}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onRetry}>
        {t('retry', { ns: 'ui' })}
      </Button>
    </p>
  );
}
