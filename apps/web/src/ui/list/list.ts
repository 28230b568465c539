import type { ReactElement } from 'react';
import type { pageParam, Shape } from '#lib/screen-params.ts';
import { usePhone } from '#lib/use-phone.ts';
import type { StateProps } from '../states.tsx';

export type Room = 'phone' | 'narrow' | 'wide';

export function useRoom(beside: boolean): Room {
  const phone = usePhone();
  if (phone) return 'phone';
  return beside ? 'narrow' : 'wide';
}

export type ListShape = Shape & { readonly page: typeof pageParam };

interface Option {
  value: string;
  label: string;
}

interface Named<S extends ListShape> {
  name: keyof S & string;
  label: string;
}

interface SearchFilter<S extends ListShape> extends Named<S> {
  kind: 'search';
}

interface SelectFilter<S extends ListShape> extends Named<S> {
  kind: 'select';
  any: string;
  options: readonly Option[];
  searchable?: boolean;
}

/** Visible choice, default first. Counts as a filter only for the values in `narrows`. */
interface ChoiceFilter<S extends ListShape> extends Named<S> {
  kind: 'choice';
  options: readonly Option[];
  narrows?: readonly string[];
}

interface OtherFilter<S extends ListShape> {
  kind: 'elsewhere';
  name: keyof S & string;
}

export type ListFilter<S extends ListShape> = SearchFilter<S> | SelectFilter<S> | ChoiceFilter<S> | OtherFilter<S>;

export type Nothing = Omit<StateProps, 'icon'> | ReactElement;
