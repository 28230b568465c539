import { useNavigate, useSearch } from '@tanstack/react-router';
import { one } from './search-string.ts';

/** One parameter of an address: what its text means, and the text of a value. Undefined is no parameter at all. */
interface Param<T> {
  read(text: string | undefined): T;
  write(value: T): string | undefined;
}

/** Any text; '' where there is none. */
export const textParam: Param<string> = { read: (text = '') => text, write: (value) => value || undefined };

const numbers = (pattern: RegExp): Param<number | undefined> => ({
  read: (text) => (text !== undefined && pattern.test(text) ? Number(text) : undefined),
  write: (value) => (value === undefined ? undefined : String(value)),
});

/** The number of something that is kept: 1 and up. */
export const idParam = numbers(/^[1-9]\d{0,14}$/);

/** A whole number, also below zero. */
export const numberParam = numbers(/^-?\d{1,15}$/);

/** Several ids, as `3,4`. */
export const idsParam: Param<readonly number[]> = {
  read: (text = '') => text.split(',').flatMap((id) => idParam.read(id) ?? []),
  write: (ids) => (ids.length > 0 ? ids.join(',') : undefined),
};

/** The page of a list; the first one is no part of the address. */
export const pageParam: Param<number> = {
  read: (text) => idParam.read(text) ?? 1,
  write: (page) => (page > 1 ? String(page) : undefined),
};

/** One of some words. With `usual` that one where it is not said; else undefined. */
export function oneOf<const W extends string>(words: readonly W[], usual: W): Param<W>;
export function oneOf<const W extends string>(words: readonly W[]): Param<W | undefined>;
export function oneOf<W extends string>(words: readonly W[], usual?: W): Param<W | undefined> {
  return {
    read: (text) => words.find((word) => word === text) ?? usual,
    write: (word) => (word === usual ? undefined : word),
  };
}

export type Shape = Readonly<Record<string, Param<unknown>>>;
export type ValuesOf<S extends Shape> = { readonly [N in keyof S]: S[N] extends Param<infer T> ? T : never };
export type TextsOf<S extends Shape> = { [N in keyof S]?: string | undefined };

/** The parameters of a screen's address, declared once. */
export interface ScreenParams<S extends Shape> {
  shape: S;
  /** For a route's `validateSearch`: what the screen knows, as text. It never fails; whatever else is in the address goes. */
  validate: (search: Record<string, unknown>) => TextsOf<S>;
  read: (search: Record<string, unknown>) => ValuesOf<S>;
  /** What takes the place of these parameters in an address. */
  write: (change: Partial<ValuesOf<S>>) => TextsOf<S>;
}

/**
 * Declares the parameters of a screen (ADR 25):
 *   export const templateParams = screenParams({ search: textParam, creator: idParam, page: pageParam });
 * The route takes `validateSearch: templateParams.validate`, the screen `const { shown, change } = useScreenParams(templateParams)`.
 */
export function screenParams<S extends Shape>(shape: S): ScreenParams<S> {
  const names = Object.keys(shape);
  const collect = (valueOf: (name: string) => unknown) => Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  return {
    shape,
    validate: (search) => {
      const known = names.flatMap((name) => (one(search[name]) === undefined ? [] : [[name, one(search[name])]]));
      return Object.fromEntries(known) as TextsOf<S>;
    },
    read: (search) => collect((name) => shape[name]?.read(one(search[name]))) as ValuesOf<S>,
    write: (change) => Object.fromEntries(Object.entries(change).map(([name, value]) => [name, shape[name]?.write(value)])) as TextsOf<S>,
  };
}

export interface ChangeOptions {
  /** Leaves no step behind for Back. */
  replace?: boolean;
}

export type ChangeParams<S extends Shape> = (next: Partial<ValuesOf<S>>, options?: ChangeOptions) => void;

/** What the address asks for, and the way to ask for something else; parameters that are not named stay. */
export function useScreenParams<S extends Shape>({ read, write }: ScreenParams<S>): { shown: ValuesOf<S>; change: ChangeParams<S> } {
  const shown = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change: ChangeParams<S> = (next, { replace = false } = {}) =>
    void navigate({ to: '.', search: (known) => ({ ...known, ...write(next) }), replace, resetScroll: false });
  return { shown, change };
}
