import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './settings.module.css';

const exactly = { exact: true, includeSearch: false };
const tabs = [
  ['/messaging/inbox', 'inbox'],
  ['/messaging/scheduled', 'scheduled'],
  ['/messaging/sent', 'sentTab'],
] as const;

export function MessagesTabs() {
  const { t } = useTranslation('outreach');
  return (
    <nav className={classes.tabs} aria-label={t('messages')}>
      {tabs.map(([to, key]) => (
        <Link key={to} to={to} className={classes.part} activeOptions={exactly}>
          {t(key)}
        </Link>
      ))}
    </nav>
  );
}
