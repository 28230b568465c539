import { reportReasons, reportStates } from '@headwater/domain/profiles/reports';
import { oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

export const reportParams = screenParams({ state: oneOf(reportStates, 'open'), reason: oneOf(reportReasons), page: pageParam });
