import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePhone } from '#lib/use-phone.ts';
import { EmptyState } from '#ui/states.tsx';
import type { RowId } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { SelectionBar } from '#ui/table/SelectionBar.tsx';
import { type RecipientFilter, recipientsPerPage, recipientsQuery } from '../../api/mailings.ts';
import { useRecipientActions } from '../../api/recipients.ts';
import classes from '../mailings.module.css';
import { recipientColumns } from './columns.tsx';
import { useNextSend } from './next-send.ts';
import { useRecipientWords } from './person.ts';

export interface RecipientTableProps {
  list: MailingListView;
  filter: RecipientFilter;
  onFilter: (change: Partial<RecipientFilter>) => void;
  openId: number | undefined;
  onOpen: (recipient: MailingRecipientView) => void;
  /** True while a recipient stands beside the table. */
  beside: boolean;
  /** What adds people, for the empty table and beside the search. */
  add?: ReactNode;
  /** Address of the table as a file, of all or of those with these ids. */
  exportHref?: ((ids: readonly number[]) => string) | undefined;
}

const rowId = (recipient: MailingRecipientView) => recipient.id;
const rowHeights = { wide: 52, narrow: 52, phone: 68 };
const number = (value: number) => formatNumber(value, currentLanguage());
const nobody: ReadonlySet<RowId> = new Set();

function ExportButton({ href, subtle = false }: { href: string; subtle?: boolean }) {
  const { t } = useTranslation('mailings');
  return (
    <Button
      component="a"
      href={href}
      download
      size={subtle ? 'compact-sm' : 'xs'}
      variant={subtle ? 'subtle' : 'default'}
      color="gray"
      leftSection={<IconDownload size={14} />}
    >
      {t('recipients.export')}
    </Button>
  );
}

function Nothing({ filtered, add, onClear }: { filtered: boolean; add: ReactNode; onClear: () => void }) {
  const { t } = useTranslation('mailings');
  const icon = <IconUsers size={24} stroke={1.5} />;
  if (!filtered) return <EmptyState icon={icon} title={t('recipients.none')} text={t('recipients.noneText')} action={add} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('recipients.showAll')}
    </Button>
  );
  return <EmptyState icon={icon} title={t('recipients.nobodyFits')} text={t('recipients.nobodyFitsText')} action={clear} />;
}

function SearchRecipients({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation('mailings');
  const [{ known, typed }, setText] = useState({ known: value, typed: value });
  // The address changed by itself: Back, or everybody shown again.
  if (known !== value) setText({ known: value, typed: typed.trim() === value ? typed : value });
  const tell = useDebouncedCallback(onSearch, 250);
  return (
    <TextInput
      size="xs"
      w={220}
      aria-label={t('recipients.search')}
      placeholder={t('recipients.search')}
      leftSection={<IconSearch size={14} />}
      value={typed}
      onChange={(event) => {
        setText({ known, typed: event.currentTarget.value });
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}

/** SEQ-004, SEQ-007 to SEQ-013: the recipients of a mailing or a sequence. */
export function RecipientTable({ list, filter, onFilter, openId, onOpen, beside, add, exportHref }: RecipientTableProps) {
  const { t } = useTranslation('mailings');
  const phone = usePhone();
  const words = useRecipientWords();
  const nextSend = useNextSend(list);
  const { remove } = useRecipientActions();
  const [selected, setSelected] = useState(nobody);
  const query = useQuery(recipientsQuery(list, filter));
  const room = phone ? 'phone' : beside ? 'narrow' : 'wide';
  const { nameOf, jobOf } = words;
  // oxlint-disable-next-line react/exhaustive-deps -- the words are new at every drawing and say the same of the same row
  const columns = useMemo(() => recipientColumns(t, { nameOf, jobOf, nextSend, room }), [t, room, list.status]);
  const filtered = filter.stage !== undefined || filter.search !== '';
  const ids = [...selected].map(Number);
  const clear = () => setSelected(nobody);
  const removeChosen = async () => {
    if (await remove(ids)) clear();
  };
  return (
    <>
      <div className={classes.filters}>
        <SearchRecipients value={filter.search} onSearch={(search) => onFilter({ search, page: 1 })} />
        {list.recipients_count > 0 && add}
        {exportHref && list.recipients_count > 0 && <ExportButton href={exportHref([])} />}
        <output className={classes.chosenCount}>
          {t('recipients.chosen', { chosen: number(selected.size), total: number(query.data?.count ?? list.recipients_count) })}
        </output>
      </div>
      <DataTable
        id={`recipients-${room}`}
        label={t('recipients.title')}
        columns={columns}
        rows={query.data?.recipients}
        rowId={rowId}
        rowName={nameOf}
        rowHeight={rowHeights[room]}
        selected={selected}
        {...(list.permissions.edit ? { onSelect: setSelected } : {})}
        openId={openId}
        onOpen={onOpen}
        error={query.error}
        onRetry={() => void query.refetch()}
        dimmed={query.isPlaceholderData}
        empty={<Nothing filtered={filtered} add={add} onClear={() => onFilter({ stage: undefined, search: '', page: 1 })} />}
      />
      {(query.data?.count ?? 0) > recipientsPerPage && (
        <Pager page={filter.page} perPage={recipientsPerPage} total={query.data?.count} onPage={(page) => onFilter({ page })} />
      )}
      <SelectionBar count={selected.size} onClear={clear}>
        {exportHref && <ExportButton subtle href={exportHref(ids)} />}
        <Button variant="subtle" size="compact-sm" color="red" onClick={() => void removeChosen()}>
          {t('recipients.delete')}
        </Button>
      </SelectionBar>
    </>
  );
}
