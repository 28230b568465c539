import type { ReactNode } from 'react';
import type { ResultSelection } from './selection.ts';

/** What can be done with found people; the route fills it from the features that do it. What is absent is not shown. */
export interface ResultActions {
  /** `e`, and a button over the chosen ones. */
  add?: (selection: ResultSelection) => void;
  /** `m`, and a button over the chosen ones. */
  message?: (selection: ResultSelection) => void;
  /** Further buttons over the chosen ones (export). */
  more?: (selection: ResultSelection) => ReactNode;
}
