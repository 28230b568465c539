/** A vacancy of the demo. Emails name its people; days count back from the day of the install. */
export interface DemoVacancy {
  /** Never changes: a fact of this name says that the vacancy was made. */
  key: string;
  owner: string;
  granted?: readonly string[];
  name: string;
  client: string;
  description: string;
  access: 'public' | 'private';
  openedDaysAgo: number;
  /** Archived that many days ago, its position filled. */
  closedDaysAgo?: number;
  /** Days ago on which people were added. */
  addedDaysAgo: readonly number[];
  people: PeopleFilter;
}

export interface PeopleFilter {
  count: number;
  /** PostgreSQL regular expression over the latest title, regardless of case. */
  title: string;
  /** Who has more of these comes first; names of the reference list. */
  skills: readonly string[];
  /** The letters of their names: people are written to in a language that they read. */
  script: 'latin' | 'cyrillic';
}
