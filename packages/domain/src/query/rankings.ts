/** SRCH-013: orders of results. By itself: the routes of the web app name them, and the first load has no use for the rest of an address. */
export const rankings = ['relevance', 'updated', 'experience'] as const;
export type Ranking = (typeof rankings)[number];
