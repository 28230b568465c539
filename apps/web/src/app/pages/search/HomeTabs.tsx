import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { decodeSearch, encodeSearch } from '@headwater/domain/query/address';
import { searchParams } from '#features/search/model/params.ts';
import { asActor } from '#lib/actor.ts';
import { parseSearch } from '#lib/search-string.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './HomeTabs.module.css';

const tabs = [
  { to: '/', key: 'search', access: 'search' },
  { to: '/ai-search', key: 'ai', access: 'ai_search' },
  { to: '/intelligence', key: 'insights', access: 'search' },
] as const;

function queryAndFilters(queryString: string): string {
  const { search } = decodeSearch(queryString);
  return encodeSearch({ ...search, ranking: 'relevance', page: 1 });
}

interface HomeTabsProps {
  open: (typeof tabs)[number]['key'];
  queryString?: string;
  isHome: boolean;
}

/** AIS-007, AIS-009. */
export function HomeTabs({ open, queryString = '', isHome }: HomeTabsProps) {
  const { t } = useTranslation('app');
  const actor = asActor(useCurrentUser());
  const search = queryAndFilters(queryString);
  const target = (key: string, to: string) => {
    if (search === '' || key === 'ai') return { to };
    return { to: key === 'search' ? '/profiles/' : to, search: searchParams.validate(parseSearch(search)) };
  };
  return (
    <nav className={classes.tabs} aria-label={t('searchTabs.label')} data-home={isHome || undefined}>
      {tabs
        .filter(({ access }) => mayAccess(access, actor))
        .map(({ to, key }) => (
          <Link key={key} {...target(key, to)} className={classes.tab} aria-current={key === open ? 'page' : undefined}>
            {t(`searchTabs.${key}`)}
          </Link>
        ))}
    </nav>
  );
}
