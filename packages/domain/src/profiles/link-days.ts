export const linkDays = [7, 30, 90] as const;
