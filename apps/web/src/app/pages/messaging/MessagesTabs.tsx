import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './settings.module.css';

const exactly = { exact: true, includeSearch: false };

export function MessagesTabs() {
  const { t } = useTranslation('outreach');
  return (
    <nav className={classes.tabs} aria-label={t('messages')}>
      <Link to="/messaging/inbox" className={classes.part} activeOptions={exactly}>
        {t('inbox')}
      </Link>
      <Link to="/messaging/sent" className={classes.part} activeOptions={exactly}>
        {t('sentMessages')}
      </Link>
    </nav>
  );
}
