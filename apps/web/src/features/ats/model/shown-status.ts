/** Statuses are words of the system, some are codes: `in_process`, `IN_REVIEW`. */
export const shownStatus = (status: string): string => status.replaceAll('_', ' ').toLowerCase();
