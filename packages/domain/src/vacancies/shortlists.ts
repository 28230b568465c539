export const reviewDecisions = ['approved', 'rejected'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Candidates on the short list of one vacancy. */
export const maxShortlist = 100;
