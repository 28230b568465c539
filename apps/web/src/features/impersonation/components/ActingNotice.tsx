import { useTranslation } from '#lib/use-translation.ts';
import { stopActing } from '../api/act.ts';
import { ActButton } from './ActButton.tsx';
import classes from './acting.module.css';

/** ROLE-033: shown on every screen while staff act as another user. */
export function ActingNotice({ name, company }: { name: string; company: string }) {
  const { t } = useTranslation('impersonation');
  return (
    <output className={classes.notice}>
      <span>{t('acting', { name, company })}</span>
      <ActButton isCompact label={t('return')} act={stopActing} />
    </output>
  );
}
