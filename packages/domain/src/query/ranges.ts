/** SRCH-056: kilometres around a city. */
export const locationRanges = [20, 40, 80, 160] as const;
const shownMiles = ['12.5', '25', '50', '100'] as const;
/** SRCH-062: years of use of a main skill, shown as 'From N years old'. */
export const skillRanges = [2, 3, 4, 5] as const;

/** SRCH-056 to SRCH-058: the radii as offered to a person who measures in that unit; the value is always kilometres. */
export const locationRangeOptions = (unit: 'km' | 'mi') =>
  locationRanges.map((km, index) => ({ km, shown: unit === 'km' ? String(km) : (shownMiles[index] ?? '') }));

/** SRCH-059: only populated places have a radius. */
export const mayHaveRange = (suggestion: { isCity: boolean }) => suggestion.isCity;
