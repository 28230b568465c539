import { IconCoin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CreditTransaction } from '@headwater/contract/credits';
import { ownReasons } from '@headwater/domain/companies/dropdowns';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ListTable } from '#ui/list/ListTable.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { transactionsPerPage, transactionsQuery } from '../api/money.ts';
import { transactionParams } from '../model/params.ts';
import classes from './companies.module.css';

/** Reasons written by the product are translated. Reasons written by people stay unchanged. */
function reasonOf(t: TFunction<'companies'>, reason: string): string {
  const known = ownReasons.find((one) => one === reason);
  return known ? t(`ownReason.${known}`) : reason;
}

const signed = (amount: number) => `${amount > 0 ? '+' : '−'}${formatNumber(Math.abs(amount), currentLanguage())}`;

function columnsFor(t: TFunction<'companies'>, isPhone: boolean): DataColumn<CreditTransaction>[] {
  const language = currentLanguage();
  const amount: DataColumn<CreditTransaction> = {
    id: 'amount',
    header: t('transaction.amount'),
    cell: (row) => signed(row.amount),
    width: 100,
    align: 'right',
  };
  const reason: DataColumn<CreditTransaction> = {
    id: 'reason',
    header: t('transaction.reason'),
    cell: (row) => (
      <>
        {reasonOf(t, row.reason)}
        {isPhone && <span className={classes.when}>{formatDate(row.date, language, 'dateTime')}</span>}
      </>
    ),
    minWidth: 140,
    hideable: false,
  };
  if (isPhone) return [reason, amount];
  return [
    { id: 'date', header: t('transaction.date'), cell: (row) => formatDate(row.date, language, 'dateTime'), width: 170 },
    reason,
    { id: 'author', header: t('transaction.author'), cell: (row) => row.author?.name ?? '', width: 180, optional: 1 },
    amount,
    { id: 'balance', header: t('transaction.balance'), cell: (row) => formatNumber(row.balance, language), width: 110, align: 'right' },
  ];
}

/** COMP-005, COMP-010. Without an id: the user's own company. */
export function Transactions({ id }: { id: number | undefined }) {
  const { t } = useTranslation('companies');
  const { shown } = useScreenParams(transactionParams);
  const query = useQuery(transactionsQuery(id, shown.page));
  const credits = query.data?.credits;
  return (
    <>
      {query.data && (
        <p className={classes.balance}>
          {credits === null || credits === undefined ? t('creditsNotCounted') : t('creditsLeft', { count: credits })}
        </p>
      )}
      <ListTable
        id="credit-transactions"
        label={t('part.credits')}
        rowHeight={{ phone: 56, narrow: 40, wide: 40 }}
        params={transactionParams}
        filters={[]}
        query={query}
        rows={query.data?.transactions}
        count={query.data?.count}
        perPage={transactionsPerPage}
        columns={(room) => columnsFor(t, room === 'phone')}
        rowId={(row) => row.id}
        rowName={(row) => reasonOf(t, row.reason)}
        Icon={IconCoin}
        nothing={{ title: t('transaction.none'), text: t('transaction.noneText') }}
      />
    </>
  );
}
