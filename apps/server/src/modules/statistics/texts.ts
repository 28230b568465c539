import type { StatisticsMetric } from '@headwater/contract/statistics';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import { countBehind, countOf, isShare, type MetricId } from '@headwater/domain/statistics/metrics';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const statisticsText = readTexts({ en, ru });

export function metricView(id: MetricId, language: Language): StatisticsMetric {
  const behind = countBehind(id);
  const { unit, basis, counting } = countOf(behind);
  return {
    id,
    title: statisticsText(`metric.${id}.title`, language),
    definition: statisticsText(`metric.${id}.definition`, language),
    unit: isShare(id) ? 'share' : unit,
    basis,
    counting,
    count_behind: behind,
  };
}
