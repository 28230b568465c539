import type { Currency } from '@headwater/domain/vacancies/terms';

/** A demo vacancy. Emails identify users; days count back from the installation. */
export interface DemoVacancy {
  /** Stable, because a fact with this key marks the vacancy as created. */
  key: string;
  owner: string;
  granted?: readonly string[];
  name: string;
  client: string;
  description: string;
  location: string;
  salary?: { from: number; to: number; currency: Currency };
  headcount: number;
  deadlineInDays?: number;
  access: 'public' | 'private';
  openedDaysAgo: number;
  closedDaysAgo?: number;
  addedDaysAgo: readonly number[];
  people: PeopleFilter;
}

export interface PeopleFilter {
  count: number;
  /** Case-insensitive PostgreSQL regular expression for the latest title. */
  title: string;
  /** People with more of these skills come first. */
  skills: readonly string[];
  /** Script of the names, so that messages match the reader's language. */
  script: 'latin' | 'cyrillic';
}
