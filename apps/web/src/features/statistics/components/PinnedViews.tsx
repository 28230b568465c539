import { ActionIcon, Skeleton } from '@mantine/core';
import { IconPinnedOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatisticsView } from '@headwater/contract/statistics-views';
import { api, orpc } from '#lib/api.ts';
import { formatDate } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { sectionQuery, settingsQuery } from '../api/statistics.ts';
import { viewOf } from '../model/asked.ts';
import { chosenFigures } from '../model/figures.ts';
import { formatCell } from '../model/format.ts';
import { statisticsParams } from '../model/params.ts';
import type { SectionPlace } from '../model/place.ts';
import { placeOfView, searchOfView } from '../model/saved-view.ts';
import { Change } from './Figures.tsx';
import classes from './pinned.module.css';

const mostNumbers = 4;
const mostViews = 6;

interface NumbersProps {
  view: StatisticsView;
  place: SectionPlace;
}

function Numbers({ view, place }: NumbersProps) {
  const { t, language } = useTranslation('statistics');
  const settings = useQuery(settingsQuery(place));
  const asked = settings.data && viewOf(place, statisticsParams.read(view.query), settings.data);
  const section = useQuery({ ...sectionQuery(place, asked as NonNullable<typeof asked>), enabled: asked !== undefined });
  if (settings.error ?? section.error) return <p className={classes.about}>{t('pinnedFailed')}</p>;
  if (!settings.data || !section.data) return <Skeleton height={66} />;
  const { period, empty } = section.data;
  const days = `${formatDate(period.date_from, language)} – ${formatDate(period.date_to, language)}`;
  return (
    <>
      <p className={classes.about}>{t('pinnedAbout', { section: t(`section.${view.section}`), period: days })}</p>
      {empty === null ? (
        <dl className={classes.numbers}>
          {chosenFigures(section.data, settings.data)
            .slice(0, mostNumbers)
            .map((figure) => (
              <div key={figure.id} title={figure.definition}>
                <dt className={classes.name}>{figure.title}</dt>
                <dd className={classes.value}>
                  {formatCell(figure, figure.now, language) ?? t('none')} <Change figure={figure} />
                </dd>
              </div>
            ))}
        </dl>
      ) : (
        <p className={classes.about}>{empty}</p>
      )}
    </>
  );
}

interface PinnedViewsProps {
  views: readonly StatisticsView[];
  ownCompany: number;
}

/** STB-006: first numbers of each pinned view on the home page. */
export function PinnedViews({ views, ownCompany }: PinnedViewsProps) {
  const { t } = useTranslation('statistics');
  const client = useQueryClient();
  const unpin = async ({ id }: StatisticsView) => {
    await api.statisticsViews.change({ id, is_pinned: false });
    await client.invalidateQueries({ queryKey: orpc.statisticsViews.key() });
  };
  return (
    <section className={classes.views} aria-labelledby="pinned-views">
      <h2 id="pinned-views" className={classes.title}>
        {t('pinnedViews')}
      </h2>
      {views.slice(0, mostViews).map((view) => {
        const place = placeOfView(view, ownCompany);
        return (
          <article key={view.id} className={classes.view} aria-label={view.name}>
            <div className={classes.head}>
              <h3 className={classes.viewName}>
                <Link to={`${place.base}/${view.section}` as string} search={searchOfView(view) as object}>
                  {view.name}
                </Link>
              </h3>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('unpin', { name: view.name })}
                onClick={() => void unpin(view).catch(showError)}
              >
                <IconPinnedOff size={16} stroke={1.6} />
              </ActionIcon>
            </div>
            <Numbers view={view} place={place} />
          </article>
        );
      })}
    </section>
  );
}
