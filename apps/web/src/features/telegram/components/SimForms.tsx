import { NumberInput, Switch, TextInput } from '@mantine/core';
import { dialogLimit } from '@headwater/domain/outreach/telegram';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { useShowAccount } from '../api/accounts.ts';

interface SimFormProps {
  card: TelegramAccount;
  onDone: () => void;
}

/** TG-018. */
export function SimForm({ card, onDone }: SimFormProps) {
  const { t } = useTranslation('telegram');
  const show = useShowAccount();
  const form = useServerForm({
    initialValues: { note: card.note, warms_up: card.warms_up },
    submit: (values) => api.telegramAccounts.change({ id: card.id, ...values }),
    onDone: (changed) => {
      show(changed);
      onDone();
    },
  });
  return (
    <ServerForm form={form} onCancel={onDone}>
      <TextInput label={t('note')} description={t('noteHint')} maxLength={255} data-autofocus {...form.field('note')} />
      <Switch label={t('warmsUp')} description={t('warmsUpHint')} {...form.field('warms_up', { type: 'checkbox' })} />
    </ServerForm>
  );
}

/** TG-020, TG-056. */
export function SimLimitForm({ card, onDone }: SimFormProps) {
  const { t } = useTranslation('telegram');
  const show = useShowAccount();
  const form = useServerForm({
    initialValues: { limit_total: card.limit_total as number | string },
    // NaN is sent as null, which the server reports as missing.
    submit: ({ limit_total: limit }) =>
      api.telegramAccounts.change({ id: card.id, limit_total: limit === '' ? Number.NaN : Number(limit) }),
    onDone: (changed) => {
      show(changed);
      onDone();
    },
  });
  return (
    <ServerForm form={form} onCancel={onDone}>
      <NumberInput
        label={t('limit')}
        description={t('limitHint', { least: dialogLimit.least, most: dialogLimit.most })}
        data-autofocus
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        {...form.field('limit_total')}
      />
    </ServerForm>
  );
}
