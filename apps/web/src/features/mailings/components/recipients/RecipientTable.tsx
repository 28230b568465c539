import { Button } from '@mantine/core';
import { IconDownload, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ListFilters } from '#ui/list/ListFilters.tsx';
import { ListTable } from '#ui/list/ListTable.tsx';
import type { RowId } from '#ui/table/column.ts';
import { mailingEvent, recipientsPerPage, recipientsQuery } from '../../api/mailings.ts';
import { useRecipientActions } from '../../api/recipients.ts';
import { mailingParams } from '../../model/params.ts';
import classes from './recipients.module.css';
import { recipientColumns } from './columns.tsx';
import { useNextSend } from './next-send.ts';
import { useRecipientWords } from './person.ts';

export interface RecipientTableProps {
  list: MailingListView;
  openId: number | undefined;
  onOpen: (recipient: MailingRecipientView) => void;
  beside: boolean;
  add?: ReactNode;
  exportHref?: ((ids: readonly number[]) => string) | undefined;
}

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

/** The numbers above the table set this filter. */
const byStage = { kind: 'elsewhere', name: 'status' } as const;

/** SEQ-004, SEQ-007 to SEQ-013 */
export function RecipientTable({ list, openId, onOpen, beside, add, exportHref }: RecipientTableProps) {
  const { t } = useTranslation('mailings');
  const { nameOf, jobOf } = useRecipientWords();
  const nextSend = useNextSend(list);
  const { remove } = useRecipientActions();
  const [selected, setSelected] = useState(nobody);
  const { shown } = useScreenParams(mailingParams);
  const query = useQuery(recipientsQuery(list, shown));
  const ids = [...selected].map(Number);
  const removeChosen = async () => {
    if (!(await remove(ids))) return;
    sendEvent('Mailing List: Delete Recipient', { ...mailingEvent(list), Profiles_Count: ids.length });
    setSelected(nobody);
  };
  const search = { kind: 'search', name: 'search', label: t('recipients.search') } as const;
  const actions = (
    <>
      {exportHref && <ExportButton subtle href={exportHref(ids)} />}
      <Button variant="subtle" size="compact-sm" color="red" onClick={() => void removeChosen()}>
        {t('recipients.delete')}
      </Button>
    </>
  );
  return (
    <>
      <div className={classes.filters}>
        <ListFilters params={mailingParams} filters={[search]}>
          {list.recipients_count > 0 && add}
          {exportHref && list.recipients_count > 0 && <ExportButton href={exportHref([])} />}
        </ListFilters>
        <output className={classes.chosenCount}>
          {t('recipients.chosen', { chosen: number(selected.size), total: number(query.data?.count ?? list.recipients_count) })}
        </output>
      </div>
      <ListTable
        id="recipients"
        label={t('recipients.title')}
        params={mailingParams}
        filters={[search, byStage]}
        query={query}
        rows={query.data?.recipients}
        count={query.data?.count}
        perPage={recipientsPerPage}
        columns={(room) => recipientColumns(t, { nameOf, jobOf, nextSend, room })}
        rowId={({ id }) => id}
        rowName={nameOf}
        rowHeight={{ phone: 68, narrow: 52, wide: 52 }}
        selection={list.permissions.edit ? { ids: selected, onSelect: setSelected, actions } : undefined}
        openId={openId}
        onOpen={onOpen}
        beside={beside}
        Icon={IconUsers}
        nothing={{ title: t('recipients.none'), text: t('recipients.noneText'), action: add }}
      />
    </>
  );
}
