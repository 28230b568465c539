import type { ScreenParams, ValuesOf } from '#lib/screen-params.ts';
import type { ListFilter, ListShape } from './list.ts';

type Filters<S extends ListShape> = readonly ListFilter<S>[];

/** What the address says of a parameter; undefined where it says nothing. */
export const textOf = <S extends ListShape>({ write }: ScreenParams<S>, shown: ValuesOf<S>, name: keyof S & string): string | undefined =>
  write({ [name]: shown[name] } as Partial<ValuesOf<S>>)[name];

/** The value that the words of an address stand for, on the first page. */
export const changeTo = <S extends ListShape>({ shape }: ScreenParams<S>, name: keyof S & string, text: string | undefined) =>
  ({ [name]: shape[name]?.read(text), page: 1 }) as Partial<ValuesOf<S>>;

/** Whether the filters leave rows out. */
export const isFiltered = <S extends ListShape>(params: ScreenParams<S>, shown: ValuesOf<S>, filters: Filters<S>): boolean =>
  filters.some((filter) => {
    const text = textOf(params, shown, filter.name);
    return text !== undefined && (filter.kind !== 'choice' || filter.narrows?.includes(text) === true);
  });

/** The change that leaves no row out. */
export const cleared = <S extends ListShape>(params: ScreenParams<S>, filters: Filters<S>): Partial<ValuesOf<S>> =>
  Object.assign(
    {},
    ...filters
      .filter((filter) => filter.kind !== 'choice' || filter.narrows !== undefined)
      .map(({ name }) => changeTo(params, name, undefined)),
  );
