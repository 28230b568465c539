import type { SectionStatistics, StatisticsSettings } from '@headwater/contract/statistics';

export type Figure = SectionStatistics['figures'][number];

/** Figures that the settings choose, in their order; all without a choice. */
export function chosenFigures({ figures }: SectionStatistics, { metrics }: StatisticsSettings): readonly Figure[] {
  if (metrics.length === 0) return figures;
  return metrics.flatMap((id) => figures.find((figure) => figure.id === id) ?? []);
}
