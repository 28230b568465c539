import type { ScreenParams, ValuesOf } from '#lib/screen-params.ts';
import type { ListFilter, ListShape } from './list.ts';

type Filters<S extends ListShape> = readonly ListFilter<S>[];

export const textOf = <S extends ListShape>({ write }: ScreenParams<S>, shown: ValuesOf<S>, name: keyof S & string): string | undefined =>
  write({ [name]: shown[name] } as Partial<ValuesOf<S>>)[name];

export const changeTo = <S extends ListShape>({ shape }: ScreenParams<S>, name: keyof S & string, text: string | undefined) =>
  ({ [name]: shape[name]?.read(text), page: 1 }) as Partial<ValuesOf<S>>;

export const isFiltered = <S extends ListShape>(params: ScreenParams<S>, shown: ValuesOf<S>, filters: Filters<S>): boolean =>
  filters.some((filter) => {
    const text = textOf(params, shown, filter.name);
    return text !== undefined && (filter.kind !== 'choice' || filter.narrows?.includes(text) === true);
  });

export const cleared = <S extends ListShape>(params: ScreenParams<S>, filters: Filters<S>): Partial<ValuesOf<S>> =>
  Object.assign(
    {},
    ...filters
      .filter((filter) => filter.kind !== 'choice' || filter.narrows !== undefined)
      .map(({ name }) => changeTo(params, name, undefined)),
  );
