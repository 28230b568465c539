/** `today` and `overdue` by the time zone of the company. */
export const taskStates = ['overdue', 'today', 'later', 'done'] as const;
