import { oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

/** The address of the list. `whose`: all pairs, or those with a profile of the own company. */
export const duplicateParams = screenParams({ whose: oneOf(['all', 'own'], 'all'), page: pageParam });
