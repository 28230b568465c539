import { type ChangeOptions, useScreenParams, type ValuesOf } from '#lib/screen-params.ts';
import { type messagingFilters, vacancyParams } from '../../model/params.ts';

export type MessagingFilter = (typeof messagingFilters)[number];
export type VacancyAddress = ValuesOf<typeof vacancyParams.shape>;

const filters = ['status', 'query', 'messages'] as const;

export function useVacancyAddress(): { shown: VacancyAddress; change: (next: Partial<VacancyAddress>, options?: ChangeOptions) => void } {
  const { shown, change } = useScreenParams(vacancyParams);
  return {
    shown,
    change: (next, options) => {
      const filtered = filters.some((name) => name in next);
      // Moving between people replaces the history entry.
      const steps = 'candidate' in next && shown.candidate !== undefined && next.candidate !== undefined;
      // CAND-014: a messaging filter resets the status filter.
      change({ ...(filtered ? { page: 1 } : {}), ...(next.messages ? { status: [] } : {}), ...next }, { replace: steps, ...options });
    },
  };
}
