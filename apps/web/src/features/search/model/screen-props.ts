import type { ReactNode } from 'react';
import type { SearchAddress } from '@headwater/domain/query/address';
import type { ResultSource } from '../api/find-profiles.ts';
import type { ListParts } from '../components/results/Results.tsx';
import type { ResultActions } from './actions.ts';

/** The way on from the person in the pane; undefined at the ends of the page of results. */
export interface PaneSteps {
  close: () => void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** Opens the person as a whole page. */
  whole: () => void;
  /** Of the answer that the person stands in (RSLT-015). */
  queryId: number | undefined;
}

export interface SearchScreenProps {
  /** Query string of the address, without '?' (domain/query/address). */
  queryString: string;
  /** With '#', or empty. */
  hash: string;
  /** The search home: an empty search shows examples instead of everybody. */
  isHome: boolean;
  /** SRCH-006. */
  look?: 'v1' | 'v2';
  onSearch: (search: SearchAddress) => void;
  /** Person in the right pane. */
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  /** `position`: the place among all who were found, from 0; undefined where the list is not that of the search. */
  onOpenWhole: (id: number, position: number | undefined) => void;
  hrefOf: (id: number) => string;
  /** Content of the right pane; without it people open as whole pages. */
  pane?: (id: number, steps: PaneSteps) => ReactNode;
  actions?: ResultActions;
  /** Without it, the search itself. */
  source?: ResultSource;
  /** What another screen puts into the list. */
  parts?: ListParts;
  /** The screen belongs to the vacancy of the address: no note says so, and it cannot be left. */
  ownsFolder?: boolean;
  /** To the variant of the form that takes plain words (SRCH-005); not for those who may not use it. */
  onAi?: (() => void) | undefined;
  /** At the right of the form's switches: saved searches. */
  formAside?: ReactNode;
}
