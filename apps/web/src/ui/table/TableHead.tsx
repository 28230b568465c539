import { ActionIcon, Button, Checkbox, Popover, Stack, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import type { DataColumn, Sort } from './column.ts';
import classes from './DataTable.module.css';

interface TableHeadProps<T> {
  columns: readonly DataColumn<T>[];
  shown: readonly DataColumn<T>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
  visibility: Readonly<Record<string, boolean>>;
  onVisibility: (changed: Record<string, boolean>) => void;
  onReset: () => void;
  page: { all: boolean; some: boolean; toggle: () => void } | undefined;
}

export function TableHead<T>({ columns, shown, sort, onSort, visibility, onVisibility, onReset, page }: TableHeadProps<T>) {
  const { t } = useTranslation('ui');
  return (
    <thead>
      <tr aria-rowindex={1}>
        {page && (
          <th scope="col" className={classes.box}>
            <Checkbox aria-label={t('selectAll')} checked={page.all} indeterminate={page.some && !page.all} onChange={page.toggle} />
          </th>
        )}
        {shown.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        <th scope="col" className={classes.tools}>
          <ColumnChoice columns={columns} visibility={visibility} onVisibility={onVisibility} onReset={onReset} />
        </th>
      </tr>
    </thead>
  );
}

function HeadCell<T>({ column, sort, onSort }: { column: DataColumn<T> } & Pick<TableHeadProps<T>, 'sort' | 'onSort'>) {
  const sorted = sort?.column === column.id ? sort : undefined;
  const Arrow = sorted?.descending ? IconArrowDown : IconArrowUp;
  const next = !sorted ? { column: column.id, descending: false } : sorted.descending ? undefined : { column: column.id, descending: true };
  return (
    <th scope="col" data-align={column.align} aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}>
      {column.sortable && onSort ? (
        <UnstyledButton className={classes.sort} data-sorted={sorted ? true : undefined} onClick={() => onSort(next)}>
          <span className={classes.clip}>{column.header}</span>
          <Arrow size={12} stroke={2} aria-hidden />
        </UnstyledButton>
      ) : (
        <span className={classes.clip}>{column.header}</span>
      )}
    </th>
  );
}

type ColumnChoiceProps<T> = Pick<TableHeadProps<T>, 'columns' | 'visibility' | 'onVisibility' | 'onReset'>;

function ColumnChoice<T>({ columns, visibility, onVisibility, onReset }: ColumnChoiceProps<T>) {
  const { t } = useTranslation('ui');
  const choices = columns.filter((column) => column.hideable !== false);
  if (choices.length === 0) return <span className="hw-visually-hidden">{t('more')}</span>;
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={24} aria-label={t('columns')}>
          <IconColumns3 size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {choices.map((column) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={visibility[column.id] ?? true}
              onChange={(event) => onVisibility({ [column.id]: event.currentTarget.checked })}
            />
          ))}
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {t('columnsReset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
