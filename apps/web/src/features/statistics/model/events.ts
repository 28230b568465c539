import type { Section } from '@headwater/domain/statistics/metrics';
import { sendEvent } from '#lib/usage-events.ts';

const categories = { search: 'Search', pipeline: 'Pipeline', messaging: 'Messaging' } as const satisfies Record<Section, string>;

/** EVT-047 */
export const sendStatisticsEvent = (name: 'Tab' | 'Settings' | 'Export' | 'Queries' | 'Views' | 'Filter', section: Section): void =>
  sendEvent(`Statistics: ${name}`, { Category: categories[section] });

export const sendLegendEvent = (section: Section, isShown: boolean): void =>
  sendEvent('Statistics: Legend', { Category: categories[section], Is_Checked: isShown });
