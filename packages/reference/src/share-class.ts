const shareClass = /\s*(?:\((?:class|series) [a-z]\)|[,–-]\s*(?:class|series) [a-z])$/i;

/** 'Fox Corporation (Class B)' is the employer 'Fox Corporation'. */
export const withoutShareClass = (name: string): string => name.replace(shareClass, '') || name;
