import { enrichmentStates } from '@headwater/domain/profiles/enrichment';
import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** The address of the list. */
export const enrichmentParams = screenParams({ search: textParam, state: oneOf(enrichmentStates), page: pageParam });
