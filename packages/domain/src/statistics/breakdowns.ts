import type { Section } from './metrics.ts';

/** Tables beside users, folders and templates, by section. */
export const breakdownsOf = {
  search: ['weekdays', 'hours'],
  pipeline: [
    'funnel',
    'user_statuses',
    'folder_statuses',
    'conversion',
    'conversion_events',
    'time_in_status',
    'stuck',
    'sources',
    'rejections',
    'accidental',
  ],
  messaging: ['steps', 'variants', 'senders', 'weekdays', 'hours'],
} as const satisfies Record<Section, readonly string[]>;
export type Breakdown = (typeof breakdownsOf)[Section][number];
export const breakdowns = [...new Set(Object.values(breakdownsOf).flat())] as [Breakdown, ...Breakdown[]];
export const hasBreakdown = (section: Section, breakdown: Breakdown): boolean =>
  (breakdownsOf[section] as readonly Breakdown[]).includes(breakdown);

/** In these tables each number has a list: the column selects the status, the row the user or vacancy. */
const matrices = { user_statuses: 'user', folder_statuses: 'folder' } as const;
export const matrixRow = (breakdown: Breakdown): 'user' | 'folder' | undefined =>
  breakdown in matrices ? matrices[breakdown as keyof typeof matrices] : undefined;

/** Origin of a candidacy. */
export const sources = ['search', 'copied', 'moved', 'mailing', 'other'] as const;
