import { reportReasons, reportStates } from '@headwater/domain/profiles/reports';
import { oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

/** The address of the list. */
export const reportParams = screenParams({ state: oneOf(reportStates, 'open'), reason: oneOf(reportReasons), page: pageParam });
