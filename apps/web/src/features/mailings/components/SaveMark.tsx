import { UnstyledButton } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import type { SaveState } from '../model/autosave.ts';
import classes from './mailings.module.css';

export function SaveMark({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const { t } = useTranslation(['mailings', 'ui']);
  if (state === 'failed') {
    return (
      <span className={classes.saveFailed} role="alert">
        {t('save.failed')}{' '}
        <UnstyledButton className={classes.textButton} onClick={onRetry}>
          {t('retry', { ns: 'ui' })}
        </UnstyledButton>
      </span>
    );
  }
  return <output className={classes.saved}>{state === 'saved' ? t('save.saved') : t('save.saving')}</output>;
}
