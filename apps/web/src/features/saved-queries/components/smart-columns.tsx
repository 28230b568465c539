import { Link } from '@tanstack/react-router';
import type { api } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { QueryChips } from './QueryChips.tsx';
import classes from './smart.module.css';

type SmartRow = Awaited<ReturnType<typeof api.smartFolders.list>>['smart_folders'][number];

export const rowId = ({ folder }: SmartRow) => folder.id;
export const rowName = ({ folder }: SmartRow) => folder.name;

const chips = (row: SmartRow) => (
  <span className={classes.chips}>
    <QueryChips search={row} names={row.filter_names} />
  </span>
);

function Name({ folder: { id, name } }: SmartRow) {
  return (
    <Link className={classes.name} to="/smart-folders/$folderId/" params={{ folderId: String(id) }}>
      {name}
    </Link>
  );
}

export function smartColumns(t: TFunction<['saved-queries', 'ui']>, { isPhone }: { isPhone: boolean }): DataColumn<SmartRow>[] {
  if (isPhone) {
    return [
      {
        id: 'vacancy',
        header: t('smart.vacancy'),
        hideable: false,
        cell: (row) => (
          <span className={classes.both}>
            <Name {...row} />
            {chips(row)}
          </span>
        ),
      },
    ];
  }
  return [
    { id: 'vacancy', header: t('smart.vacancy'), width: 280, hideable: false, cell: (row) => <Name {...row} /> },
    { id: 'query', header: t('smart.query'), cell: chips },
    {
      id: 'candidates',
      header: t('smart.candidates'),
      width: 110,
      align: 'right',
      cell: ({ candidates_count: count }) => formatNumber(count, currentLanguage()),
    },
    { id: 'changed', header: t('smart.changed'), width: 130, cell: ({ updated_at: at }) => <RelativeTime value={at} /> },
  ];
}
