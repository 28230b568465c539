import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './lint.module.css';

export function PastJobNote({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('editor');
  if (names.length === 0) return null;
  return (
    <section className={classes.lint} aria-label={t('pastJobTitle')}>
      <div className={classes.lintTitle}>
        <IconAlertTriangle size={14} aria-hidden />
        {t('pastJobTitle')}
      </div>
      <div>{t('pastJob', { names: names.join(', ') })}</div>
    </section>
  );
}
