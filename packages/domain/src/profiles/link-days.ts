/** Days that a link may be open for. */
export const linkDays = [7, 30, 90] as const;
