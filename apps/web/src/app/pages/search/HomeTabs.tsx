import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import classes from './HomeTabs.module.css';

const tabs = [
  { to: '/', key: 'search', access: 'search' },
  { to: '/ai-search', key: 'ai', access: 'ai_search' },
  { to: '/intelligence', key: 'insights', access: 'search' },
] as const;

/** The tabs of the search home: the form, AI search where the company has it (AIS-007), and market insights (AIS-009). */
export function HomeTabs({ open }: { open: (typeof tabs)[number]['key'] }) {
  const { t } = useTranslation('app');
  const actor = asActor(useCurrentUser());
  return (
    <nav className={classes.tabs} aria-label={t('searchTabs.label')}>
      {tabs
        .filter(({ access }) => mayAccess(access, actor))
        .map(({ to, key }) => (
          <Link key={key} to={to} className={classes.tab} aria-current={key === open ? 'page' : undefined}>
            {t(`searchTabs.${key}`)}
          </Link>
        ))}
    </nav>
  );
}
