import { oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

/** `whose`: all pairs, or the pairs with a profile of the user's own company. */
export const duplicateParams = screenParams({ whose: oneOf(['all', 'own'], 'all'), page: pageParam });
