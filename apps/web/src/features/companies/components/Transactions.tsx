import { Button, NumberInput, TextInput } from '@mantine/core';
import { IconCoin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CreditTransaction } from '@headwater/contract/credits';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ListTable } from '#ui/list/ListTable.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { transactionsPerPage, transactionsQuery, useMoney } from '../api/money.ts';
import { transactionParams } from '../model/params.ts';
import classes from './companies.module.css';

const spentOn = ['vacancy_description', 'message_generation', 'llm_mailing'] as const;

/** What the product notes by itself has a name; what people wrote stands as they wrote it. */
function reasonOf(t: TFunction<'companies'>, reason: string): string {
  const known = spentOn.find((one) => one === reason);
  return known ? t(`spentOn.${known}`) : reason;
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

function CreditForm({ id, gift, close }: { id: number; gift: number; close: (saved?: CreditTransaction) => void }) {
  const { t } = useTranslation('companies');
  const { changeCredits } = useMoney(id);
  const form = useServerForm({
    initialValues: { amount: '' as number | string, reason: '' },
    submit: ({ amount, reason }) => changeCredits({ amount: amount === '' ? Number.NaN : Number(amount), reason }),
    onDone: close,
  });
  return (
    <ServerForm form={form} submitLabel={t('credit.save')} onCancel={() => close()}>
      <NumberInput
        label={t('credit.amount')}
        description={t('credit.amountText')}
        required
        allowDecimal={false}
        data-autofocus
        {...form.field('amount')}
      />
      <TextInput label={t('credit.reason')} required maxLength={100} {...form.field('reason')} />
      {gift > 0 && (
        <div>
          <Button size="xs" variant="default" onClick={() => form.form.setValues({ amount: gift, reason: t('credit.giftReason') })}>
            {t('credit.gift', { count: gift })}
          </Button>
        </div>
      )}
    </ServerForm>
  );
}

const openCreditForm = ({ title, ...company }: { id: number; gift: number; title: string }) =>
  openModal<CreditTransaction>({ title, content: (close) => <CreditForm {...company} close={close} /> });

/** Gives and takes credits (COMP-062). */
export function CreditButton({ id, gift }: { id: number; gift: number }) {
  const { t } = useTranslation('companies');
  const change = async () => {
    const saved = await openCreditForm({ id, gift, title: t('credit.title') });
    if (saved) showSnackbar({ message: t('credit.done', { count: saved.balance }), tone: 'success' });
  };
  return <Button onClick={() => void change()}>{t('credit.title')}</Button>;
}

/** COMP-005, COMP-010: of the own company where there is no id. */
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
