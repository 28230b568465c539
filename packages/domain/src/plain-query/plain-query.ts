/** How skills stand to each other: everybody must have it, one of those with `any`, or it only lifts who has it. */
export type SkillJoin = 'all' | 'any' | 'nice';

interface Meant {
  id: string;
  name: string;
  isExcluded: boolean;
}

export type LanguageLevel = 'native' | 'fluent' | 'advanced' | 'intermediate' | 'basic';

export type Slot =
  | (Meant & { kind: 'title' })
  /** `years`: of use, at least. `group`: which alternatives belong together. */
  | (Meant & { kind: 'skill'; join: SkillJoin; years?: number | undefined; group?: number | undefined })
  /** `km` around a city. */
  | (Meant & { kind: 'place'; place: 'city' | 'country' | 'region' | 'area'; km?: number | undefined })
  /** `isCurrent`: works there now. */
  | (Meant & { kind: 'company'; isCurrent: boolean })
  | (Meant & { kind: 'school' | 'industry' })
  | (Meant & { kind: 'language'; level?: LanguageLevel | undefined })
  | { kind: 'level'; level: 'junior' | 'middle' | 'senior'; isExcluded: boolean }
  /** Years of work in all; null is an open end. */
  | { kind: 'experience'; min: number | null; max: number | null }
  | { kind: 'degree'; level: 'bachelor' | 'master' | 'doctor'; isExcluded: boolean }
  | { kind: 'contact'; contact: 'email' | 'phone' | 'messengers' | 'telegram' }
  | { kind: 'flag'; flag: 'remote' | 'isFreelancer' | 'isFrequentJobChanger'; isExcluded: boolean };

export interface PlainQuery {
  slots: Slot[];
  /** Words that were not understood, as they stand in the text. */
  rest: string[];
}
