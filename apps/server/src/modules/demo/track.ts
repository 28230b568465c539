export type Sector =
  | 'it'
  | 'finance'
  | 'retail'
  | 'industry'
  | 'health'
  | 'education'
  | 'services'
  | 'logistics'
  | 'construction'
  | 'media'
  | 'hospitality';
export type StudyField =
  | 'computing'
  | 'economics'
  | 'engineering'
  | 'law'
  | 'medicine'
  | 'design'
  | 'humanities'
  | 'construction'
  | 'management'
  | 'science';
export type Kind = 'engineer' | 'analyst' | 'design' | 'manager' | 'office' | 'sales' | 'field';

/** Texts are [English, Russian]. */
export interface Track {
  id: string;
  weight: number;
  kind: Kind;
  field: StudyField;
  sectors: readonly Sector[];
  /** Titles of the regular level, most common first, without seniority words. */
  titles: readonly (readonly [string, string])[];
  lead: readonly [string, string];
  head: readonly [string, string];
  /** Skills of the reference list, separated by '|', core ones first. A person has one stack. */
  stacks: readonly string[];
  common: string;
  next?: readonly string[];
  women: number;
  russianOnly?: boolean;
}
