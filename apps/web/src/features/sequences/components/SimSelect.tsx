import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { accountsQuery, useChooseAccount } from '../api/sequences.ts';

const any = '';

export function SimSelect({ sequence, disabled }: { sequence: MailingListView; disabled: boolean }) {
  const { t } = useTranslation('sequences');
  const query = useQuery(accountsQuery);
  const accounts = query.data?.results ?? [];
  const choose = useChooseAccount(sequence.id);
  const data = [
    { value: any, label: t('sim.any') },
    ...accounts.map(({ id, name, phone_number: phone, dialogs_available: left }) => ({
      value: String(id),
      label: t('sim.one', { name: name || phone, phone, left: formatNumber(left, currentLanguage()) }),
    })),
  ];
  // A removed SIM card counts as no choice.
  const chosen = String(sequence.telegram_account_id ?? any);
  return (
    <Select
      label={t('sim.label')}
      description={t(query.data && accounts.length === 0 ? 'sim.none' : 'sim.text')}
      allowDeselect={false}
      disabled={disabled || choose.isPending}
      error={choose.error?.message}
      data={data}
      value={data.some(({ value }) => value === chosen) ? chosen : any}
      onChange={(value) => value !== null && choose.mutate(value === any ? null : Number(value))}
    />
  );
}
