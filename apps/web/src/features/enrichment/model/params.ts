import { enrichmentStates } from '@headwater/domain/profiles/enrichment';
import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const enrichmentParams = screenParams({ search: textParam, state: oneOf(enrichmentStates), page: pageParam });
