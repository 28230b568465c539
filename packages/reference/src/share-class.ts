const shareClass = /\s*(?:\((?:class|series) [a-z]\)|[,–-]\s*(?:class|series) [a-z])$/i;

/** Stock exchanges list every class of a company's shares by itself: 'Fox Corporation (Class B)' is the employer 'Fox Corporation'. */
export const withoutShareClass = (name: string): string => name.replace(shareClass, '') || name;
