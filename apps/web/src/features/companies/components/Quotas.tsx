import { Button, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import type { QuotaView } from '@headwater/contract/quotas';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate, formatNumber, groupSeparator } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { confirm, openModal } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { quotasQuery, useMoney } from '../api/money.ts';
import classes from './companies.module.css';

function QuotaForm({ id, close }: { id: number; close: (quota?: QuotaView) => void }) {
  const { t } = useTranslation('companies');
  const { addQuota } = useMoney(id);
  const form = useServerForm({
    initialValues: { from: '', till: '', quota: '' as number | string },
    submit: ({ from, till, quota }) => addQuota({ from, till, quota: quota === '' ? Number.NaN : Number(quota) }),
    onDone: close,
  });
  return (
    <ServerForm form={form} submitLabel={t('quota.add')} onCancel={() => close()}>
      <TextInput type="date" label={t('quota.from')} required data-autofocus {...form.field('from')} />
      <TextInput type="date" label={t('quota.till')} required {...form.field('till')} />
      <NumberInput
        label={t('quota.contacts')}
        required
        min={1}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator={groupSeparator(currentLanguage())}
        {...form.field('quota')}
      />
    </ServerForm>
  );
}

const openQuotaForm = (id: number, title: string) =>
  openModal<QuotaView>({ title, content: (close) => <QuotaForm id={id} close={close} /> });

function QuotaRow({ id, quota }: { id: number; quota: QuotaView }) {
  const { t } = useTranslation('companies');
  const { endQuota } = useMoney(id);
  const isStaff = mayAccess('staff', asActor(useCurrentUser()));
  const language = currentLanguage();
  const days = `${formatDate(`${quota.from}T12:00:00`, language, 'date')} – ${formatDate(`${quota.till}T12:00:00`, language, 'date')}`;
  const end = async () => {
    if (await confirm({ title: t('quota.endTitle'), text: t('quota.endText', { days }), confirm: t('quota.end'), danger: true }))
      await endQuota(quota.id).catch(showError);
  };
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        <span>{days}</span>
        <span className={classes.quiet}>{t('quota.used', { count: quota.used, quota: formatNumber(quota.quota, language) })}</span>
      </span>
      <StatusPill color={quota.is_active ? 4 : 0}>{t(quota.is_active ? 'quota.active' : 'quota.inactive')}</StatusPill>
      {isStaff && quota.is_active && (
        <Button size="xs" variant="default" aria-label={`${t('quota.end')}: ${days}`} onClick={() => void end()}>
          {t('quota.end')}
        </Button>
      )}
    </li>
  );
}

/** COMP-071: contacts that the company bought. */
export function Quotas({ id }: { id: number }) {
  const { t } = useTranslation('companies');
  const { data, error, refetch } = useQuery(quotasQuery(id));
  const isStaff = mayAccess('staff', asActor(useCurrentUser()));
  const add = async () => {
    const made = await openQuotaForm(id, t('quota.new'));
    if (made) showSnackbar({ message: t('quota.added'), tone: 'success' });
  };
  return (
    <section>
      <SectionHead title={t('quota.title')}>
        {isStaff && (
          <Button size="xs" variant="default" onClick={() => void add()}>
            {t('quota.new')}
          </Button>
        )}
      </SectionHead>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonText lines={2} />}
      {data?.quotas.length === 0 && <p className={classes.quiet}>{t('quota.none')}</p>}
      {data && data.quotas.length > 0 && (
        <ul className={classes.rows}>
          {data.quotas.map((quota) => (
            <QuotaRow key={quota.id} id={id} quota={quota} />
          ))}
        </ul>
      )}
    </section>
  );
}
