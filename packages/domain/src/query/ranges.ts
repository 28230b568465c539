/** SRCH-056 */
export const locationRanges = [20, 40, 80, 160] as const;
const shownMiles = ['12.5', '25', '50', '100'] as const;
/** SRCH-062 */
export const skillRanges = [2, 3, 4, 5] as const;

/** SRCH-056 to SRCH-058 */
export const locationRangeOptions = (unit: 'km' | 'mi') =>
  locationRanges.map((km, index) => ({ km, shown: unit === 'km' ? String(km) : (shownMiles[index] ?? '') }));

/** SRCH-059 */
export const mayHaveRange = (suggestion: { isCity: boolean }) => suggestion.isCity;
