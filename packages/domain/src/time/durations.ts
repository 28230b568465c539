/** Milliseconds of each. A day is 24 hours: what ends at midnight of a place is reckoned with its time zone instead. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
