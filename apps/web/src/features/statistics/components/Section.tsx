import { useQuery } from '@tanstack/react-query';
import type { TableType } from '@headwater/contract/export-file';
import type { StatisticsFilters, StatisticsSettings } from '@headwater/contract/statistics';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { exportTable, filtersQuery, sectionQuery, settingsQuery } from '../api/statistics.ts';
import { filterOf, viewOf } from '../model/asked.ts';
import { sendStatisticsEvent } from '../model/events.ts';
import { statisticsParams } from '../model/params.ts';
import type { SectionPlace } from '../model/place.ts';
import { wrongFields } from '../model/wrong-fields.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { Filters } from './Filters.tsx';
import { SectionBody } from './SectionBody.tsx';
import { SettingsLink } from './SettingsLink.tsx';
import { StatisticsFrame } from './StatisticsFrame.tsx';
import { ViewsMenu } from './ViewsMenu.tsx';

interface LoadedProps {
  place: SectionPlace;
  company: string | undefined;
  settings: StatisticsSettings;
  filters: StatisticsFilters;
}

function Loaded({ place, company, settings, filters }: LoadedProps) {
  const { t } = useTranslation('statistics');
  const { shown, change } = useScreenParams(statisticsParams);
  const asked = viewOf(place, shown, settings);
  const { data, error, isPlaceholderData, refetch } = useQuery(sectionQuery(place, asked));
  const view = data?.section === place.section ? data : undefined;
  const wrong = wrongFields(error);
  const isRefused = Object.keys(wrong).length > 0;
  const breakdown = {
    breakdown: shown.breakdown ?? filters.breakdowns[0]?.id ?? 'weekdays',
    from_status: shown.from_status,
    to_status: shown.to_status,
  };
  const exportSent = (of: Parameters<typeof exportTable>[1], type: TableType) => {
    sendStatisticsEvent('Export', place.section);
    return exportTable(place, of, type);
  };
  const filterBy: typeof change = (next, options) => {
    sendStatisticsEvent('Filter', place.section);
    change(next, options);
  };
  const breakdownTitle = filters.breakdowns.find(({ id }) => id === breakdown.breakdown)?.title ?? t('breakdown');
  return (
    <StatisticsFrame
      place={place}
      company={company}
      actions={
        <>
          <ViewsMenu place={place} />
          {view && (
            <ExportMenu
              tables={[
                { title: t(`table.${view.table}`), save: (type) => exportSent(asked, type) },
                { title: breakdownTitle, save: (type) => exportSent({ ...asked, ...breakdown }, type) },
              ]}
            />
          )}
          <SettingsLink place={place} />
        </>
      }
    >
      <Filters place={place} filters={filters} settings={settings} shown={shown} view={view} wrong={wrong} change={filterBy} />
      {error && !isRefused && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !view && <SkeletonText lines={12} />}
      {!isRefused && view && (
        <SectionBody
          place={place}
          view={view}
          settings={settings}
          filters={filters}
          filter={filterOf(place, shown, settings)}
          breakdown={breakdown}
          dimmed={isPlaceholderData}
        />
      )}
    </StatisticsFrame>
  );
}

/** STC-001 to STC-018: own numbers, the company, or a company of staff. */
export function Section({ place, company }: { place: SectionPlace; company?: string | undefined }) {
  const settings = useQuery(settingsQuery(place));
  const filters = useQuery(filtersQuery(place));
  const error = settings.error ?? filters.error;
  if (settings.data && filters.data) {
    return <Loaded key={place.section} place={place} company={company} settings={settings.data} filters={filters.data} />;
  }
  const retry = () => void Promise.all([settings.refetch(), filters.refetch()]);
  return (
    <StatisticsFrame place={place} company={company}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonText lines={12} />}
    </StatisticsFrame>
  );
}
