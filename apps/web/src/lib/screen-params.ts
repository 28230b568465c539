import { useNavigate, useSearch } from '@tanstack/react-router';
import { one } from './search-string.ts';

interface Param<T> {
  read(text: string | undefined): T;
  write(value: T): string | undefined;
}

export const textParam: Param<string> = { read: (text = '') => text, write: (value) => value || undefined };

const numbers = (pattern: RegExp): Param<number | undefined> => ({
  read: (text) => (text !== undefined && pattern.test(text) ? Number(text) : undefined),
  write: (value) => (value === undefined ? undefined : String(value)),
});

export const idParam = numbers(/^[1-9]\d{0,14}$/);

export const numberParam = numbers(/^-?\d{1,15}$/);

/** Several ids, as `3,4`. */
export const idsParam: Param<readonly number[]> = {
  read: (text = '') => text.split(',').flatMap((id) => idParam.read(id) ?? []),
  write: (ids) => (ids.length > 0 ? ids.join(',') : undefined),
};

/** Page of a list; the address omits the first one. */
export const pageParam: Param<number> = {
  read: (text) => idParam.read(text) ?? 1,
  write: (page) => (page > 1 ? String(page) : undefined),
};

/** One of several words; `usual` is the default. */
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
type TextsOf<S extends Shape> = { [N in keyof S]?: string | undefined };

export interface ScreenParams<S extends Shape> {
  shape: S;
  /** For a route's `validateSearch`. Never fails; drops unknown parameters. */
  validate: (search: Record<string, unknown>) => TextsOf<S>;
  read: (search: Record<string, unknown>) => ValuesOf<S>;
  write: (change: Partial<ValuesOf<S>>) => TextsOf<S>;
}

/**
 * Without zod, which adds 21 kB to the first load. The route takes `validateSearch: params.validate`, the screen `useScreenParams(params)`.
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
  replace?: boolean;
}

export type ChangeParams<S extends Shape> = (next: Partial<ValuesOf<S>>, options?: ChangeOptions) => void;

export function useScreenParams<S extends Shape>({ read, write }: ScreenParams<S>): { shown: ValuesOf<S>; change: ChangeParams<S> } {
  const shown = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change: ChangeParams<S> = (next, { replace = false } = {}) =>
    void navigate({ to: '.', search: (known) => ({ ...known, ...write(next) }), replace, resetScroll: false });
  return { shown, change };
}
