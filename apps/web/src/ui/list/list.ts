import type { ReactElement } from 'react';
import type { pageParam, Shape } from '#lib/screen-params.ts';
import { usePhone } from '#lib/use-phone.ts';
import type { StateProps } from '../states.tsx';

/** How much room a list has: a phone, beside an open pane, or the whole window. */
export type Room = 'phone' | 'narrow' | 'wide';

export function useRoom(beside: boolean): Room {
  const phone = usePhone();
  if (phone) return 'phone';
  return beside ? 'narrow' : 'wide';
}

/** The address of a list says at least its page. */
export type ListShape = Shape & { readonly page: typeof pageParam };

export interface Option {
  /** As the address has it; for what is usual, which the address leaves out, any word. */
  value: string;
  label: string;
}

interface Named<S extends ListShape> {
  /** The parameter of the address that holds it. */
  name: keyof S & string;
  label: string;
}

/** A box that finds while one types. */
interface SearchFilter<S extends ListShape> extends Named<S> {
  kind: 'search';
}

/** One of many, or any. */
interface SelectFilter<S extends ListShape> extends Named<S> {
  kind: 'select';
  /** What stands there while nothing is chosen. */
  any: string;
  options: readonly Option[];
  searchable?: boolean;
}

/** One of a few that are all in sight, the usual one first. It only counts as a filter, and is only cleared as one, where `narrows` names the values that leave rows out. */
interface ChoiceFilter<S extends ListShape> extends Named<S> {
  kind: 'choice';
  options: readonly Option[];
  narrows?: readonly string[];
}

/** Chosen elsewhere on the screen: cleared with the others, and no part of their row. */
interface OtherFilter<S extends ListShape> {
  kind: 'elsewhere';
  name: keyof S & string;
}

export type ListFilter<S extends ListShape> = SearchFilter<S> | SelectFilter<S> | ChoiceFilter<S> | OtherFilter<S>;

/** What stands in place of a list that holds nothing yet: the words of an EmptyState, or a drawing of its own. */
export type Nothing = Omit<StateProps, 'icon'> | ReactElement;
