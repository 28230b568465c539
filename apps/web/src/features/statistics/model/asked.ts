import type { StatisticsSettings } from '@headwater/contract/statistics';
import { addDays } from '@headwater/domain/statistics/periods';
import { chosenDay } from '#lib/chosen-day.ts';
import { today } from '#lib/format.ts';
import type { StatisticsParams } from './params.ts';
import type { SectionPlace } from './place.ts';

/** The browser's time zone, in which the page shows its days (STB-005). */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const isCustom = ({ date_from: from, date_to: to }: Pick<StatisticsParams, 'date_from' | 'date_to'>): boolean =>
  from !== '' || to !== '';

/** The last days including today. */
const lastDays = (days: number) => ({ date_from: addDays(today(), 1 - days), date_to: today() });

const daysOf = (shown: StatisticsParams, settings: StatisticsSettings) =>
  isCustom(shown) ? { date_from: chosenDay(shown.date_from), date_to: chosenDay(shown.date_to) } : lastDays(shown.days ?? settings.days);

/** Filters of the page as the API takes them. */
export const filterOf = ({ scope }: SectionPlace, shown: StatisticsParams, settings: StatisticsSettings) => ({
  scope,
  zone: zoneHere(),
  ...daysOf(shown, settings),
  users: [...shown.users],
  folders: [...shown.folders],
  templates: [...shown.templates],
});
export type Filter = ReturnType<typeof filterOf>;

/** Filters, comparison and table of the page; the settings fill what the address omits. */
export const viewOf = (place: SectionPlace, shown: StatisticsParams, settings: StatisticsSettings) => ({
  ...filterOf(place, shown, settings),
  compare: shown.compare ?? settings.compare,
  interval: shown.interval,
  table: shown.table ?? settings.table,
});
export type View = ReturnType<typeof viewOf>;
