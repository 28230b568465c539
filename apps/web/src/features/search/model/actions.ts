import type { ReactNode } from 'react';
import type { ResultSelection } from './selection.ts';

/** `name` is empty if the user may not see it. */
export interface NamedPerson {
  id: number;
  name: string | null;
}

/** Actions on found people, which the route provides. Missing ones are hidden. */
export interface ResultActions {
  /**
   * `e`, and a button of the selection bar. Calls `done` when the job has started, which clears the
   * selection.
   */
  add?: ((selection: ResultSelection, done: () => void) => void) | undefined;
  /** `m`, and a button for a single selected person. */
  message?: ((person: NamedPerson) => void) | undefined;
  /** For people who can be reached by Telegram. */
  telegram?: ((person: NamedPerson) => void) | undefined;
  /** More buttons of the selection bar (export). */
  more?: ((selection: ResultSelection) => ReactNode) | undefined;
}
