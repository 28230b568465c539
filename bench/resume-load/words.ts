/** What people of one trade are called, know and do. */
export interface Trade {
  titles: [string, ...string[]];
  skills: string[];
  study: string;
  does: [string, string, string];
}

type Several = [string, ...string[]];

/** The words that one language lends to invented people and to the layouts of their resumes. */
export interface Words {
  men: Several;
  women: Several;
  surnames: Several;
  fields: [Trade, ...Trade[]];
  companies: string[];
  schools: string[];
  degrees: Several;
  cities: string[];
  countries: string[];
  /** What stands before a title. */
  levels: Several;
  months: string[];
  /** Months as they stand beside a year or day in running text. */
  monthsOf: string[];
  present: Several;
  summary: string;
  languages: [string, string][];
  headings: Record<'summary' | 'experience' | 'education' | 'skills' | 'languages' | 'contacts', Several>;
  titleAt: string;
}
