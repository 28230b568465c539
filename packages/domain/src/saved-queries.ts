/** How often an alert of a saved search is sent. */
export const alertPeriods = ['off', 'daily', 'weekly'] as const;
