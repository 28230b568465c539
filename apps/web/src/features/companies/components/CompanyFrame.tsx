import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './companies.module.css';

interface Part {
  to: string;
  search?: { company: string };
  label: string;
}

interface CompanyFrameProps {
  /** Undefined: the user's own company. */
  id: number | undefined;
  title: string | undefined;
  actions?: ReactNode;
  isList?: boolean;
  isWide?: boolean;
  children: ReactNode;
}

function useParts(id: number | undefined): Part[] {
  const { t } = useTranslation('companies');
  const actor = asActor(useCurrentUser());
  const readsOwn = mayAccess('own_audit', actor);
  const sso = { to: '/company/sso-info', label: t('part.sso') };
  const base = id === undefined ? '/company' : `/companies/${id}`;
  return [
    { to: base, label: t('part.overview') },
    { to: `${base}/update`, label: t('part.settings') },
    { to: `${base}/employees`, label: t('part.employees') },
    { to: `${base}/hiring-managers`, label: t('part.hiringManagerList') },
    { to: `${base}/hiring-managers/settings`, label: t('part.hiringManagers') },
    { to: `${base}/roles`, label: t('part.roles') },
    { to: `${base}/credit-transactions`, label: t('part.credits') },
    { to: `${base}/statistics/search`, label: t('part.statistics') },
    ...(id === undefined ? [sso] : mayAccess('staff', actor) ? [{ ...sso, search: { company: String(id) } }] : []),
    ...(id === undefined
      ? readsOwn
        ? [{ to: `${base}/events`, label: t('part.events') }]
        : []
      : [
          { to: `${base}/custom-settings`, label: t('part.custom') },
          { to: `${base}/api-statistics`, label: t('part.apiCalls') },
          { to: `${base}/events`, label: t('part.events') },
        ]),
  ];
}

/** The path of the first page is a prefix of the other paths. */
const exactly = { exact: true, includeSearch: false };

/** On a phone the tabs are wider than the window. */
const scrollToTab = (link: HTMLAnchorElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The longest match wins, because the path of the first tab is a prefix of the others. */
const partOf = (path: string, parts: readonly Part[]): string | undefined =>
  parts
    .map(({ to }) => to)
    .filter((to) => `${path}/`.startsWith(`${to}/`))
    .toSorted((one, other) => other.length - one.length)[0];

export function CompanyFrame({ id, title, actions, isList = false, isWide = false, children }: CompanyFrameProps) {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const parts = useParts(id);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const open = partOf(path, parts);
  const back = id !== undefined ? { onBack: () => void navigate({ to: '/companies' }) } : {};
  return (
    <>
      <PageHeader title={title ?? ' '} actions={actions} {...back}>
        <nav className={classes.parts} aria-label={t('parts')}>
          {parts.map(({ to, label, search = {} }) => (
            <Link
              key={to}
              ref={to === open ? scrollToTab : undefined}
              to={to}
              search={search}
              className={classes.part}
              activeOptions={exactly}
              aria-current={to === open ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </PageHeader>
      <div className={isList ? classes.list : `${classes.page} ${isWide ? classes.wide : ''}`} data-long-form={!isList || undefined}>
        {children}
      </div>
    </>
  );
}
