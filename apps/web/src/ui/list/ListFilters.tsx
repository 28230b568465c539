import { SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ChangeOptions, type ScreenParams, useScreenParams } from '#lib/screen-params.ts';
import { SearchBox } from '../SearchBox.tsx';
import { changeTo, textOf } from './filtering.ts';
import classes from './list.module.css';
import type { ListFilter, ListShape } from './list.ts';

interface FieldProps<S extends ListShape> {
  filter: ListFilter<S>;
  text: string | undefined;
  onChange: (text: string | undefined, options?: ChangeOptions) => void;
}

function Field<S extends ListShape>({ filter, text, onChange }: FieldProps<S>) {
  if (filter.kind === 'elsewhere') return null;
  const { kind, label } = filter;
  if (kind === 'search') return <SearchBox label={label} value={text ?? ''} onChange={onChange} className={classes.search} focusKey />;
  if (kind === 'choice') {
    const [usual] = filter.options;
    return (
      <SegmentedControl
        className={classes.choice}
        size="xs"
        aria-label={label}
        value={text ?? usual?.value ?? ''}
        onChange={onChange}
        data={[...filter.options]}
      />
    );
  }
  return (
    <Select
      className={classes.select}
      size="xs"
      w={176}
      clearable
      aria-label={label}
      placeholder={filter.any}
      searchable={filter.searchable ?? false}
      data={filter.options}
      value={text ?? null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}

interface ListFiltersProps<S extends ListShape> {
  params: ScreenParams<S>;
  filters: readonly ListFilter<S>[];
  children?: ReactNode;
}

export function ListFilters<S extends ListShape>({ params, filters, children }: ListFiltersProps<S>) {
  const { shown, change } = useScreenParams(params);
  return (
    <div className={classes.filters}>
      {filters.map((filter) => (
        <Field
          key={filter.name}
          filter={filter}
          text={textOf(params, shown, filter.name)}
          onChange={(text, options) => change(changeTo(params, filter.name, text), options)}
        />
      ))}
      {children}
    </div>
  );
}
