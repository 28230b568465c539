import type { ReactNode } from 'react';
import type { ResultSelection } from './selection.ts';

/** A person, with the name as far as it may be seen. */
export interface NamedPerson {
  id: number;
  name: string | null;
}

/** What can be done with found people; the route fills it from the features that do it. What is absent is not shown. */
export interface ResultActions {
  /** `e`, and a button over the chosen ones. `done` is called once they are on their way: it lets the choice go. */
  add?: ((selection: ResultSelection, done: () => void) => void) | undefined;
  /** `m`, and a button while one person is chosen. */
  message?: ((person: NamedPerson) => void) | undefined;
  /** By Telegram, to who can be reached there. */
  telegram?: ((person: NamedPerson) => void) | undefined;
  /** Further buttons over the chosen ones (export). */
  more?: ((selection: ResultSelection) => ReactNode) | undefined;
}
