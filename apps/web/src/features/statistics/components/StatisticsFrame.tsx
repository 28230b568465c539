import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sections } from '@headwater/domain/statistics/metrics';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { sendStatisticsEvent } from '../model/events.ts';
import type { SectionPlace } from '../model/place.ts';
import classes from './statistics.module.css';

interface StatisticsFrameProps {
  place: SectionPlace;
  /** Name of the company, for staff. */
  company?: string | undefined;
  actions?: ReactNode;
  onBack?: () => void;
  children: ReactNode;
}

/** STC-020, STC-021: title and tabs of the three sections. */
export function StatisticsFrame({ place, company, actions, onBack, children }: StatisticsFrameProps) {
  const { t } = useTranslation('statistics');
  const { search } = useLocation();
  const navigate = useNavigate();
  const { base, scope, section } = place;
  const title = company ?? t(`title.${scope}`);
  // The period and the comparison stay when the section changes.
  const { date_from: from, date_to: last, days, compare } = search as Record<string, string | undefined>;
  const tabs = sections.map((name) => ({ name, to: `${base}/${name}` as string }));
  const backToCompany = () => void navigate({ to: `/companies/${place.company}` });
  const back = onBack ?? (company === undefined ? undefined : backToCompany);
  return (
    <>
      <PageHeader title={title} actions={actions} {...(back ? { onBack: back } : {})}>
        <nav className={classes.tabs} aria-label={t('sections')}>
          {tabs.map(({ name, to }) => (
            <Link
              key={name}
              to={to}
              search={{ date_from: from, date_to: last, days, compare } as object}
              className={classes.tab}
              onClick={() => sendStatisticsEvent('Tab', name)}
              aria-current={name === section ? 'page' : undefined}
            >
              {t(`section.${name}`)}
            </Link>
          ))}
        </nav>
      </PageHeader>
      <div className={classes.page}>{children}</div>
    </>
  );
}
