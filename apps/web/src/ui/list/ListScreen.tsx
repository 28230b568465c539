/**
 * Screen of one list, defined by columns, filters and a query. Adds header, address parameters,
 * shortcuts, empty states, errors, pager, selection and phone layout.
 *   const { shown } = useScreenParams(templateParams);
 *   const query = useQuery(templatesQuery(shown));
 *   <ListScreen id="templates" title={t('title')} params={templateParams} filters={[{ kind: 'search', name: 'search', label: t('search') }]}
 *     query={query} rows={query.data?.templates} count={query.data?.count} perPage={20} columns={(room) => columnsFor(t, room)}
 *     rowId={(row) => row.id} rowName={(row) => row.name} onOpen={open} Icon={IconTemplate} nothing={{ title: t('none') }} />
 * A list inside another screen uses ListFilters and ListTable.
 */
import type { ReactNode } from 'react';
import { useScreenParams } from '#lib/screen-params.ts';
import { PageHeader } from '../PageHeader.tsx';
import { isFiltered } from './filtering.ts';
import type { ListShape } from './list.ts';
import classes from './list.module.css';
import { ListFilters } from './ListFilters.tsx';
import { ListTable, type ListTableProps } from './ListTable.tsx';

interface ListScreenProps<T extends object, S extends ListShape> extends Omit<ListTableProps<T, S>, 'label'> {
  title: string;
  actions?: ReactNode;
  tabs?: ReactNode;
  plainWhenEmpty?: boolean;
}

export function ListScreen<T extends object, S extends ListShape>(props: ListScreenProps<T, S>) {
  const { title, actions, tabs, plainWhenEmpty = false, ...list } = props;
  const { params, filters } = list;
  const { shown } = useScreenParams(params);
  const isPlain = plainWhenEmpty && list.count === 0 && !isFiltered(params, shown, filters);
  const row = !isPlain && <ListFilters params={params} filters={filters} />;
  return (
    <>
      <PageHeader title={title} count={list.count} actions={actions}>
        {tabs ?? row}
      </PageHeader>
      {tabs && <div className={classes.below}>{row}</div>}
      <ListTable {...list} label={title} />
    </>
  );
}
