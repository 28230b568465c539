import { Button } from '@mantine/core';
import { IconLinkOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BannedLink } from '@headwater/contract/banned-links';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { openModal } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError } from '#ui/snackbar.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { mayClose } from '#ui/unsaved.ts';
import { bannedLinksQuery, bannedPerPage } from '../api/banned-links.ts';
import { bannedLinkParams } from '../model/params.ts';
import { BanForm } from './BanForm.tsx';
import { useAnnouncedBans } from './use-announced-bans.ts';

type Texts = TFunction<'banned-links'>;
type Column = DataColumn<BannedLink>;

function UnbanButton({ url }: { url: string }) {
  const { t } = useTranslation('banned-links');
  const { unban } = useAnnouncedBans();
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    void unban(url)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Button size="compact-xs" variant="default" loading={isBusy} aria-label={`${t('unban')}: ${url}`} onClick={act}>
      {t('unban')}
    </Button>
  );
}

function columnsFor(t: Texts, isPhone: boolean): Column[] {
  const link: Column = { id: 'url', header: t('url'), cell: (row) => row.url, minWidth: 200, hideable: false };
  const others: Column[] = [
    { id: 'who', header: t('who'), cell: (row) => row.banned_by?.name ?? '', width: 200, optional: 2 },
    { id: 'when', header: t('when'), cell: (row) => <RelativeTime value={row.banned_at} />, width: 150, optional: 1 },
  ];
  const action: Column = { id: 'unban', header: '', cell: (row) => <UnbanButton url={row.url} />, width: 120, edge: true, hideable: false };
  return [link, ...(isPhone ? [] : others), action];
}

const openBan = (title: string) => openModal({ title, size: 'md', mayClose, content: (close) => <BanForm onDone={close} /> });

/** BAN-001: bans apply to all companies. */
export function BannedLinkList() {
  const { t } = useTranslation('banned-links');
  const { shown } = useScreenParams(bannedLinkParams);
  const query = useQuery(bannedLinksQuery(shown));
  const add = () => void openBan(t('banLink'));
  const filters: readonly ListFilter<typeof bannedLinkParams.shape>[] = [{ kind: 'search', name: 'search', label: t('search') }];
  return (
    <ListScreen
      id="banned-links"
      title={t('title')}
      params={bannedLinkParams}
      filters={filters}
      query={query}
      rows={query.data?.links}
      count={query.data?.count}
      perPage={bannedPerPage}
      columns={(room) => columnsFor(t, room === 'phone')}
      rowHeight={{ phone: 52, narrow: 40, wide: 40 }}
      rowId={({ id }) => id}
      rowName={({ url }) => url}
      Icon={IconLinkOff}
      actions={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          {t('banLink')}
        </Button>
      }
      nothing={{ title: t('none'), text: t('noneText'), action: <Button onClick={add}>{t('banLink')}</Button> }}
    />
  );
}
