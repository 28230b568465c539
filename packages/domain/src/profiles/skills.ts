/** PROF-051 to PROF-054 */
export function skillBand(normRating: number | null | undefined): 'gold' | 'silver' | 'bronze' | undefined {
  if (normRating === null || normRating === undefined || normRating < 0.5) return undefined;
  if (normRating >= 0.9) return 'gold';
  return normRating >= 0.7 ? 'silver' : 'bronze';
}

/** PROF-055, PROF-056 */
export function ratingPercent(rating: number): number {
  const percent = 100 * (1 - rating);
  return percent < 1 ? Math.max(0.01, Math.round(percent * 100) / 100) : Math.round(percent);
}

/** PROF-057 */
const ratingResources: readonly string[] = [
  'github commit',
  'github repo',
  'stackoverflow tags',
  'ru stackoverflow tags',
  'google play',
  'kaggle',
];

export const keptRatings = <T extends { resource: string }>(ratings: readonly T[]): T[] =>
  ratings.filter(({ resource }) => ratingResources.includes(resource));
