import { Button } from '@mantine/core';
import { IconDeviceSim, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { Room } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { accountsQuery } from '../api/accounts.ts';
import { dialogParams, simParams } from '../model/params.ts';
import classes from './sims.module.css';
import { SimMenu } from './SimMenu.tsx';
import { SimStatus } from './SimStatus.tsx';
import { openAddSim } from './open-sim-dialogs.tsx';

type Texts = TFunction<'telegram'>;

const figure = (value: number) => formatNumber(value, currentLanguage());
const exact = (moment: string) => formatDate(moment, currentLanguage(), 'dateTime');

function PhoneCell({ card }: { card: TelegramAccount }) {
  return (
    <span className={classes.card}>
      <span className={classes.phone}>{card.phone_number}</span>
      {card.note !== '' && <span className={classes.quiet}>{card.note}</span>}
    </span>
  );
}

function StackedCell({ card, t }: { card: TelegramAccount; t: Texts }) {
  const { phone_number: phone, name, created_at: added, dialogs_created: created, soft_ban_until: ban } = card;
  return (
    <span className={classes.card}>
      <span className={classes.phone}>{phone}</span>
      {name !== '' && <span className={classes.quiet}>{name}</span>}
      <span className={classes.quiet}>
        {t('added')} {formatDate(added, currentLanguage())}
      </span>
      <span className={classes.quiet}>
        {t('dialogsCreated')}: {figure(created)}
      </span>
      {ban !== null && (
        <span className={classes.quiet}>
          {t('softBanUntil')} {exact(ban)}
        </span>
      )}
      <SimStatus card={card} />
    </span>
  );
}

const lineHeight = 16;
const stackedHeight = (cards: readonly TelegramAccount[]): number =>
  92 + lineHeight * Math.max(0, ...cards.map(({ name, soft_ban_until: ban }) => Number(name !== '') + Number(ban !== null)));

function NameCell({ card: { name, username } }: { card: TelegramAccount }) {
  return (
    <span className={classes.card}>
      <span className={classes.cut}>{name === '' ? '—' : name}</span>
      {username && <span className={classes.quiet}>@{username}</span>}
    </span>
  );
}

function AvailableCell({ card, t }: { card: TelegramAccount; t: Texts }) {
  const { dialogs_available: left, limit_today: today, limit_total: total } = card;
  return (
    <span title={today < total ? t('growsTo', { count: total }) : undefined}>
      {figure(left)} <span className={classes.of}>/ {figure(today)}</span>
    </span>
  );
}

/** TG-016. */
function columnsFor(t: Texts, room: Room, mayManage: boolean): DataColumn<TelegramAccount>[] {
  const isPhone = room === 'phone';
  const columns: (DataColumn<TelegramAccount> | false)[] = [
    {
      id: 'phone',
      header: t('phone'),
      hideable: false,
      minWidth: 170,
      cell: (row) => (isPhone ? <StackedCell card={row} t={t} /> : <PhoneCell card={row} />),
    },
    !isPhone && { id: 'name', header: t('messengerName'), minWidth: 150, cell: (row) => <NameCell card={row} /> },
    !isPhone && { id: 'state', header: t('state'), width: 200, cell: (row) => <SimStatus card={row} /> },
    !isPhone && { id: 'added', header: t('added'), width: 130, optional: 2, cell: (row) => <RelativeTime value={row.created_at} /> },
    !isPhone && {
      id: 'created',
      header: t('dialogsCreated'),
      width: 140,
      align: 'right',
      optional: 1,
      cell: (row) => figure(row.dialogs_created),
    },
    {
      id: 'available',
      header: isPhone ? t('leftToday') : t('dialogsAvailable'),
      width: isPhone ? 104 : 150,
      align: 'right',
      cell: (row) => <AvailableCell card={row} t={t} />,
    },
    !isPhone && {
      id: 'ban',
      header: t('softBanUntil'),
      width: 150,
      cell: (row) => (row.soft_ban_until ? exact(row.soft_ban_until) : '—'),
    },
    {
      id: 'actions',
      header: '',
      width: 52,
      edge: true,
      hideable: false,
      cell: (row) => <SimMenu card={row} mayManage={mayManage} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

function AddButton() {
  const { t } = useTranslation('telegram');
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={() => openAddSim()}>
      {t('addSim')}
    </Button>
  );
}

interface SimListProps {
  actions?: ReactNode;
}

/** TG-015. A row opens the dialogs of its card. */
export function SimList({ actions }: SimListProps) {
  const { t } = useTranslation('telegram');
  const navigate = useNavigate();
  const query = useQuery(accountsQuery);
  const { data } = query;
  const mayAdd = data?.may_manage === true && data.is_configured;
  return (
    <ListScreen
      id="sim-cards"
      title={t('sims')}
      actions={
        <>
          {actions}
          {mayAdd && <AddButton />}
        </>
      }
      params={simParams}
      filters={[]}
      query={query}
      rows={data?.results}
      count={data?.count}
      perPage={Math.max(1, data?.count ?? 1)}
      columns={(room) => columnsFor(t, room, data?.may_manage === true)}
      rowHeight={{ phone: stackedHeight(data?.results ?? []), narrow: 52, wide: 52 }}
      rowId={({ id }) => id}
      rowName={({ phone_number: phone }) => phone}
      onOpen={({ id }) => void navigate({ to: '/telegram-messenger/messages', search: dialogParams.write({ sim: id }) })}
      Icon={IconDeviceSim}
      nothing={{
        title: t('noSims'),
        text: data?.is_configured === false ? t('notConfigured') : t(data?.may_manage ? 'noSimsText' : 'noSimsAsk'),
        action: mayAdd && <AddButton />,
      }}
      plainWhenEmpty
    />
  );
}
