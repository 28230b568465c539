import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import type { CreditTransaction } from '@headwater/contract/credits';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { confirm, openModal } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { useMoney } from '../api/money.ts';
import classes from './companies.module.css';

interface CreditProps {
  id: number;
  gift: number;
}

function CreditForm({ id, gift, close }: CreditProps & { close: (saved?: CreditTransaction | 'stop') => void }) {
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
      <Group gap="xs">
        {gift > 0 && (
          <Button size="xs" variant="default" onClick={() => form.form.setValues({ amount: gift, reason: t('credit.giftReason') })}>
            {t('credit.gift', { count: gift })}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => close('stop')}>
          {t('counting.stop')}…
        </Button>
      </Group>
    </ServerForm>
  );
}

function StartForm({ id, gift, close }: CreditProps & { close: (credits?: number | null) => void }) {
  const { t } = useTranslation('companies');
  const { setCounting } = useMoney(id);
  const form = useServerForm({
    initialValues: { credits: gift as number | string },
    submit: async ({ credits }) =>
      (await setCounting({ is_counted: true, credits: credits === '' ? Number.NaN : Number(credits) })).credits,
    onDone: close,
  });
  return (
    <ServerForm form={form} submitLabel={t('counting.start')} onCancel={() => close()}>
      <p className={classes.counting}>{t('counting.startText')}</p>
      <NumberInput label={t('counting.first')} required allowDecimal={false} min={0} data-autofocus {...form.field('credits')} />
    </ServerForm>
  );
}

const openStart = (title: string, company: CreditProps) =>
  openModal<number | null>({ title, content: (close) => <StartForm {...company} close={close} /> });

const openChange = (title: string, company: CreditProps) =>
  openModal<CreditTransaction | 'stop'>({ title, content: (close) => <CreditForm {...company} close={close} /> });

/** COMP-062 */
export function CreditButton({ credits, ...company }: CreditProps & { credits: number | null }) {
  const { t } = useTranslation('companies');
  const { setCounting } = useMoney(company.id);
  const start = async () => {
    const first = await openStart(t('counting.title'), company);
    if (typeof first === 'number') showSnackbar({ message: t('counting.started', { count: first }), tone: 'success' });
  };
  const stop = async () => {
    const texts = { title: t('counting.stopTitle'), text: t('counting.stopText', { count: credits ?? 0 }), confirm: t('counting.stop') };
    if (!(await confirm({ ...texts, danger: true }))) return;
    try {
      await setCounting({ is_counted: false });
    } catch (error) {
      showError(error);
      return;
    }
    showSnackbar({ message: t('counting.stopped'), tone: 'success' });
  };
  const change = async () => {
    const saved = await openChange(t('credit.title'), company);
    if (saved === 'stop') await stop();
    else if (saved) showSnackbar({ message: t('credit.done', { count: saved.balance }), tone: 'success' });
  };
  if (credits === null) return <Button onClick={() => void start()}>{t('counting.title')}</Button>;
  return <Button onClick={() => void change()}>{t('credit.title')}</Button>;
}
