import { Alert, Button, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import type { CompanyView } from '@headwater/contract/companies';
import type { QuotaState, QuotaView } from '@headwater/contract/quotas';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatNumber, groupSeparator } from '#lib/format.ts';
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
import { isOpen, quotaDays } from '../model/quotas.ts';
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

type Model = CompanyView['quota_pricing_model'];
const stateColors: Record<QuotaState, number> = { current: 4, coming: 2, past: 0, ended: 0 };

/** COMP-048: quotas have no effect with monthly limits. */
function QuotaPill({ state, model }: { state: QuotaState; model: Model }) {
  const { t } = useTranslation('companies');
  if (model === 'monthly' && isOpen({ state })) return <StatusPill color={0}>{t('quota.unused')}</StatusPill>;
  return <StatusPill color={stateColors[state]}>{t(`quota.state.${state}`)}</StatusPill>;
}

function QuotaNote({ quotas, model }: { quotas: readonly QuotaView[]; model: Model }) {
  const { t } = useTranslation('companies');
  if (quotas.length === 0) return <p className={classes.quiet}>{t(model === 'monthly' ? 'quota.none' : 'quota.noneBought')}</p>;
  const isUnused = model === 'monthly' && quotas.some(isOpen);
  const isOver = model === 'quota' && !quotas.some(({ state }) => state === 'current');
  if (!isUnused && !isOver) return null;
  return (
    <Alert color="yellow" p="sm" mb="sm" role="note">
      {t(isUnused ? 'quota.monthly' : 'quota.noneToday')}
    </Alert>
  );
}

function QuotaRow({ id, quota, model }: { id: number; quota: QuotaView; model: Model }) {
  const { t } = useTranslation('companies');
  const { endQuota } = useMoney(id);
  const isStaff = mayAccess('staff', asActor(useCurrentUser()));
  const language = currentLanguage();
  const days = quotaDays(quota, language);
  const end = async () => {
    if (await confirm({ title: t('quota.endTitle'), text: t('quota.endText', { days }), confirm: t('quota.end'), danger: true }))
      await endQuota(quota.id).catch(showError);
  };
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        <span>{days}</span>
        <span className={classes.quiet}>
          {model === 'monthly' && isOpen(quota)
            ? t('quota.size', { count: quota.quota })
            : t('quota.used', { count: quota.used, quota: formatNumber(quota.quota, language) })}
        </span>
      </span>
      <QuotaPill state={quota.state} model={model} />
      {isStaff && isOpen(quota) && (
        <Button size="xs" variant="default" aria-label={`${t('quota.end')}: ${days}`} onClick={() => void end()}>
          {t('quota.end')}
        </Button>
      )}
    </li>
  );
}

/** COMP-071 */
export function Quotas({ id, model }: { id: number; model: Model }) {
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
      {data && <QuotaNote quotas={data.quotas} model={model} />}
      {data && data.quotas.length > 0 && (
        <ul className={classes.rows}>
          {data.quotas.map((quota) => (
            <QuotaRow key={quota.id} id={id} quota={quota} model={model} />
          ))}
        </ul>
      )}
    </section>
  );
}
