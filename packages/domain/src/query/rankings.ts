/**
 * SRCH-013. A file of its own, as the first load of the web app needs nothing else of an address.
 */
export const rankings = ['relevance', 'updated', 'experience'] as const;
export type Ranking = (typeof rankings)[number];
