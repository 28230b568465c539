import type { SectionStatistics } from '@headwater/contract/statistics';
import type { Language } from '@headwater/contract/errors';
import { formatDate } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type Category, dateCategories } from '#ui/charts/chart.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { sendLegendEvent } from '../model/events.ts';
import type { Figure } from '../model/figures.ts';

type Part = SectionStatistics['series'][number];

function weekOf({ date_from: from, date_to: to }: Part, language: Language): Category {
  const label = formatDate(from, language);
  return { label, name: from === to ? label : `${label} – ${formatDate(to, language)}` };
}

function categoriesOf({ interval, series }: SectionStatistics, language: Language): Category[] {
  if (interval === 'week') return series.map((part) => weekOf(part, language));
  return dateCategories(
    series.map(({ date_from: from }) => (interval === 'month' ? from.slice(0, 7) : from)),
    language,
  );
}

/** A chart shows at most six series. */
const mostSeries = 6;

export function SectionChart({ view, figures }: { view: SectionStatistics; figures: readonly Figure[] }) {
  const { t, language } = useTranslation('statistics');
  const counts = figures.filter(({ unit }) => unit !== 'share').slice(0, mostSeries);
  return (
    <Chart
      title={t(`byInterval.${view.interval}`)}
      kind="lines"
      onToggle={(isShown) => sendLegendEvent(view.section, isShown)}
      categoryTitle={t(`interval.${view.interval}`)}
      categories={categoriesOf(view, language)}
      series={counts.map(({ id, title }) => ({ key: id, name: title, values: view.series.map(({ cells }) => cells[id]?.value ?? 0) }))}
    />
  );
}
