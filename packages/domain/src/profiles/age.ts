/** What an age is computed from. Dates are 'YYYY-MM-DD', years plain. */
interface Known {
  birthdate_exact?: string | null | undefined;
  educations: readonly {
    level?: string | null | undefined;
    start_year?: number | null | undefined;
    end_year?: number | null | undefined;
  }[];
}

/** Usual length of a study, for the entry year where a source only gives the year of graduation. */
const studyYears: Record<string, number> = { bachelor: 4, master: 6, doctor: 9, secondary: 0, other: 4 };

/** The year in which the person entered their first university; undefined where no education tells. */
export function universityEntryYear({ educations }: Pick<Known, 'educations'>): number | undefined {
  const years = educations
    .filter((education) => education.level !== 'secondary')
    .map(({ level, start_year: start, end_year: end }) => start ?? (end ? end - (studyYears[level ?? 'other'] ?? 4) : undefined))
    .filter((year) => year !== undefined);
  return years.length > 0 ? Math.min(...years) : undefined;
}

/** PROF-023: from the exact date of birth, else this year minus (university entry year minus 17); undefined where neither is known. */
export function ageOf(known: Known, today: Date): number | undefined {
  if (known.birthdate_exact) {
    const [year = 0, month = 1, day = 1] = known.birthdate_exact.split('-').map(Number);
    const hadBirthday = today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
    return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
  }
  const entry = universityEntryYear(known);
  return entry === undefined ? undefined : today.getUTCFullYear() - (entry - 17);
}
