interface Known {
  birthdate_exact?: string | null | undefined;
  educations: readonly {
    level?: string | null | undefined;
    start_year?: number | null | undefined;
    end_year?: number | null | undefined;
  }[];
}

/** Years; used where only graduation is known. */
const studyYears: Record<string, number> = { bachelor: 4, master: 6, doctor: 9, secondary: 0, other: 4 };

export function universityEntryYear({ educations }: Pick<Known, 'educations'>): number | undefined {
  const years = educations
    .filter((education) => education.level !== 'secondary')
    .map(({ level, start_year: start, end_year: end }) => start ?? (end ? end - (studyYears[level ?? 'other'] ?? 4) : undefined))
    .filter((year) => year !== undefined);
  return years.length > 0 ? Math.min(...years) : undefined;
}

/** PROF-023 */
export function ageOf(known: Known, today: Date): number | undefined {
  if (known.birthdate_exact) {
    const [year = 0, month = 1, day = 1] = known.birthdate_exact.split('-').map(Number);
    const hadBirthday = today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
    return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
  }
  const entry = universityEntryYear(known);
  return entry === undefined ? undefined : today.getUTCFullYear() - (entry - 17);
}
