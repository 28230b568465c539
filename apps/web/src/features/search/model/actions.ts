import type { ReactNode } from 'react';
import type { ResultSelection } from './selection.ts';

export interface NamedPerson {
  id: number;
  name: string | null;
}

/** Actions on found people, which the route provides. Missing ones are hidden. */
export interface ResultActions {
  /** `e`, and a button of the selection bar. `done` clears the selection. */
  add?: ((selection: ResultSelection, done: () => void) => void) | undefined;
  /** `m`, and a button for a single selected person. */
  message?: ((person: NamedPerson) => void) | undefined;
  telegram?: ((person: NamedPerson) => void) | undefined;
  more?: ((selection: ResultSelection) => ReactNode) | undefined;
}
