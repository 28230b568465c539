import { IconActivity } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type UsageEventName, usageEventNames, usageEventTypes } from '@headwater/domain/usage-events/catalogue';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { Room } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { usageSummaryQuery } from '../api/usage-events.ts';
import { usageEventParams } from '../model/params.ts';
import classes from './usage-events.module.css';

type Texts = TFunction<'usage-events'>;

interface EventRow {
  name: UsageEventName;
  when: string;
  properties: string;
  count: number | undefined;
}

const propertiesOf = (name: UsageEventName): string => {
  const { properties = [], optional = [] } = usageEventTypes[name];
  return ['Location', 'Search_Context', ...properties, ...optional].join(', ');
};

function columnsFor(t: Texts, room: Room): DataColumn<EventRow>[] {
  const count = (row: EventRow) => (row.count === undefined ? '' : formatNumber(row.count, currentLanguage()));
  const name: DataColumn<EventRow> = { id: 'name', header: t('name'), cell: (row) => row.name, minWidth: 170, hideable: false };
  const counts: DataColumn<EventRow> = { id: 'count', header: t('count'), cell: count, width: 110, edge: true };
  if (room === 'phone') return [name, counts];
  return [
    name,
    { id: 'when', header: t('when'), cell: (row) => row.when, minWidth: 220 },
    { id: 'properties', header: t('properties'), cell: (row) => <span title={row.properties}>{row.properties}</span>, minWidth: 220 },
    counts,
  ];
}

function Destination() {
  const { t } = useTranslation('usage-events');
  const { data } = useQuery(usageSummaryQuery);
  if (!data) return null;
  const place = t(data.is_sent_to_amplitude ? 'sent' : 'kept');
  return (
    <p className={classes.about}>
      {t('about', { days: data.kept_days })} {place}
    </p>
  );
}

/** EVT-049, DEC-11 */
export function UsageEventList() {
  const { t } = useTranslation('usage-events');
  const { shown } = useScreenParams(usageEventParams);
  const query = useQuery(usageSummaryQuery);
  const counts = new Map(query.data?.counts.map(({ name, count }) => [name, count]));
  const sought = shown.search.trim().toLowerCase();
  const rows = usageEventNames
    .map((name) => ({
      name,
      when: t(`event.${name}`),
      properties: propertiesOf(name),
      count: query.data && (counts.get(name) ?? 0),
    }))
    .filter(({ name, when, properties }) => `${name} ${when} ${properties}`.toLowerCase().includes(sought));
  return (
    <ListScreen
      id="usage-events"
      title={t('title')}
      tabs={<Destination />}
      params={usageEventParams}
      filters={[{ kind: 'search', name: 'search', label: t('search') }]}
      query={query}
      rows={query.data && rows}
      count={query.data && rows.length}
      perPage={usageEventNames.length}
      columns={(room) => columnsFor(t, room)}
      rowId={({ name }) => name}
      rowName={({ name }) => name}
      Icon={IconActivity}
      nothing={{ title: t('none') }}
    />
  );
}
