import type { LanguageLevel } from '../query/language-levels.ts';

export type SkillJoin = 'all' | 'any' | 'nice';

interface Meant {
  id: string;
  name: string;
  isExcluded: boolean;
}

export type Slot =
  | (Meant & { kind: 'title' })
  /** `years`: minimum use. `group`: set of alternatives. */
  | (Meant & { kind: 'skill'; join: SkillJoin; years?: number | undefined; group?: number | undefined })
  | (Meant & { kind: 'place'; place: 'city' | 'country' | 'region' | 'area'; km?: number | undefined })
  | (Meant & { kind: 'company'; isCurrent: boolean })
  | (Meant & { kind: 'school' | 'industry' })
  /** `isAlternative`: after an "or". */
  | (Meant & { kind: 'language'; level?: LanguageLevel | undefined; isAlternative?: true })
  | { kind: 'level'; level: 'junior' | 'middle' | 'senior'; isExcluded: boolean }
  | { kind: 'experience'; min: number | null; max: number | null }
  | { kind: 'degree'; level: 'bachelor' | 'master' | 'doctor'; isExcluded: boolean }
  | { kind: 'contact'; contact: 'email' | 'phone' | 'messengers' | 'telegram' }
  | { kind: 'flag'; flag: 'remote' | 'isFreelancer' | 'isFrequentJobChanger'; isExcluded: boolean };

export interface PlainQuery {
  slots: Slot[];
  rest: string[];
}
