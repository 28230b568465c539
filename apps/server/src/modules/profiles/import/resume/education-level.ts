import type { ProfileData } from '@headwater/contract/profile-data';

type Level = NonNullable<ProfileData['educations'][number]['level']>;

const patterns: readonly (readonly [RegExp, Level])[] = [
  [/ph\.?\s?d|doctor|докто|кандидат|аспирант/i, 'doctor'],
  [/master|m\.?sc\b|\bm\.?a\b|\bm\.?eng|mba|магистр|специалист|диплом инженера|высшее/i, 'master'],
  [/bachelor|b\.?sc\b|\bb\.?s\b|\bb\.?a\b|\bb\.?e\b|b\.?tech|b\.?eng|бакалавр|licen[cs]e|undergraduate/i, 'bachelor'],
  [/high school|secondary|secondary education|среднее|школа|лицей|гимназия|colegio/i, 'secondary'],
  [/diploma|certificate|associate|колледж|техникум|bootcamp/i, 'other'],
];

/** "Среднее специальное" and similar degrees count as other. */
export function educationLevel(text: string): Level | undefined {
  if (/средне[- ]?специальн|среднее профессиональн/i.test(text)) return 'other';
  return patterns.find(([pattern]) => pattern.test(text))?.[1];
}
