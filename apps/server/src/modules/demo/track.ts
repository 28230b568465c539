/** Sector of a track's employers. */
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
/** Field of study. */
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

/** Career path with its titles and skills. Texts are [English, Russian]. */
export interface Track {
  id: string;
  /** Relative share of people. */
  weight: number;
  kind: Kind;
  field: StudyField;
  sectors: readonly Sector[];
  /** Titles of the regular level, most common first, without seniority words. */
  titles: readonly (readonly [string, string])[];
  lead: readonly [string, string];
  head: readonly [string, string];
  /**
   * Stacks of skills from the reference list, separated by '|', core skills first. A person has
   * one stack.
   */
  stacks: readonly string[];
  /** Skills for everyone on the track. */
  common: string;
  /** Ids of tracks that people change to. */
  next?: readonly string[];
  /** Share of women. */
  women: number;
  /** Only for Russian speakers. */
  russianOnly?: boolean;
}
