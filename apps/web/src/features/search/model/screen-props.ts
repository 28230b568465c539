import type { ComponentType, ReactNode } from 'react';
import type { SearchAddress } from '@headwater/domain/query/address';
import type { ResultSource } from '../api/find-profiles.ts';
import type { ListParts } from '../components/results/Results.tsx';
import type { ResultActions } from './actions.ts';

export interface PaneSteps {
  close: () => void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  whole: () => void;
  /** Id of the search response with this person (RSLT-015). */
  queryId: number | undefined;
}

export interface SearchScreenProps {
  /** Query string of the address, without '?' (domain/query/address). */
  queryString: string;
  hash: string;
  /** The search home shows examples for an empty search instead of everybody. */
  isHome: boolean;
  /** SRCH-006. */
  look?: 'v1' | 'v2';
  onSearch: (search: SearchAddress) => void;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  /** `position`: index in the whole result; undefined if the list is not that of the search. */
  onOpenWhole: (id: number, position: number | undefined) => void;
  hrefOf: (id: number) => string;
  pane?: (id: number, steps: PaneSteps) => ReactNode;
  actions?: ResultActions;
  source?: ResultSource;
  parts?: ListParts;
  /** The screen belongs to the vacancy of the address, so that no note offers to leave it. */
  ownsFolder?: boolean;
  /** Opens AI search (SRCH-005); undefined without permission. */
  onAi?: (() => void) | undefined;
  formAside?: ReactNode;
  /** Below the examples of the search home. */
  HomeParts?: ComponentType<{ hasPeople: boolean }> | undefined;
}
