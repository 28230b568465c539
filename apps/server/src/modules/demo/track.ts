/** Where employers of a track are found. */
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
/** What a track is studied as, and how its work is described. */
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

/** A way that a career goes: titles that follow each other and the skills that belong to them. Texts are [English, Russian]. */
export interface Track {
  id: string;
  /** Share of people, relative to the others. */
  weight: number;
  kind: Kind;
  field: StudyField;
  sectors: readonly Sector[];
  /** Names of the plain level, the usual one first; seniority words are put before them. */
  titles: readonly (readonly [string, string])[];
  lead: readonly [string, string];
  head: readonly [string, string];
  /** Skills that go together, the core ones first, names of our reference list joined by '|'; a person has one stack. */
  stacks: readonly string[];
  /** Skills that anybody on the track may have. */
  common: string;
  /** Tracks that people change to, by id. */
  next?: readonly string[];
  /** Share of women. */
  women: number;
  /** Found among Russian speakers only. */
  russianOnly?: boolean;
}
