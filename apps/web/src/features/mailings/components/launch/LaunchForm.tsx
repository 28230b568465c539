import { Alert, Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import type { StatusBadge } from '@headwater/contract/statuses';
import { orpc } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { type DelayInfo, reviewQuery } from '../../api/mailings.ts';
import { delayInfo, emptyPlan, type LaunchPlan, localDay } from '../../model/launch.ts';
import { ownZone } from '../../model/schedule.ts';
import classes from '../mailings.module.css';
import { HourField } from '../HourField.tsx';
import { LaunchReview } from './LaunchReview.tsx';

interface LaunchFormProps {
  list: MailingListView;
  statuses: readonly StatusBadge[];
  blocked: boolean;
  /** Returns false if saving failed. */
  beforeLaunch: () => Promise<boolean>;
}

interface PlanFieldsProps {
  plan: LaunchPlan;
  onChange: (change: Partial<LaunchPlan>) => void;
  errors: Readonly<Record<string, string>>;
  withHours: boolean;
}

function WhenFields({ plan, onChange, errors }: PlanFieldsProps) {
  const { t } = useTranslation('mailings');
  const [today] = useState(() => localDay(new Date()));
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('launch.when')}
        value={plan.type}
        onChange={(type) => onChange({ type: type as LaunchPlan['type'] })}
        data={(['now', 'planned', 'delay'] as const).map((value) => ({ value, label: t(`launch.${value}`) }))}
      />
      {plan.type === 'planned' && (
        <div className={classes.hours}>
          <TextInput
            type="date"
            size="xs"
            w={148}
            label={t('launch.date')}
            min={today}
            value={plan.date}
            error={errors['launch_at']}
            onChange={(event) => onChange({ date: event.currentTarget.value })}
          />
          <HourField size="xs" w={88} label={t('launch.time')} value={plan.time} onChange={(time) => onChange({ time })} />
        </div>
      )}
      {plan.type === 'delay' && (
        <NumberInput
          label={t('launch.days')}
          min={0}
          max={90}
          allowDecimal={false}
          value={plan.days}
          error={errors['delay_days']}
          onChange={(days) => onChange({ days: Number(days) || 0 })}
        />
      )}
    </>
  );
}

function PlanFields(props: PlanFieldsProps) {
  const { plan, onChange, errors, withHours } = props;
  const { t } = useTranslation('mailings');
  const hour = (name: 'from' | 'to') => (
    <HourField
      size="xs"
      w={88}
      label={t(`schedule.${name}`)}
      placeholder={name === 'from' ? '09:00' : '18:00'}
      value={plan[name]}
      error={errors[`start_time_${name}`]}
      onChange={(time) => onChange({ [name]: time })}
    />
  );
  return (
    <>
      <WhenFields {...props} />
      {withHours && (
        <fieldset className={classes.hours}>
          <legend>{t('launch.hours')}</legend>
          {hour('from')}
          {hour('to')}
        </fieldset>
      )}
    </>
  );
}

/** The server names both `send_delay_info.start_time_from` and `start_time_from`. */
const byField = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [name.split('.').at(-1) ?? name, text]))
    : {};

const shownFields = ['launch_at', 'delay_days', 'start_time_from', 'start_time_to'];

/** MAIL-037, MAIL-049, SEND-012, SEQ-018: the review launches the mailing. */
export function LaunchForm({ list, statuses, blocked, beforeLaunch }: LaunchFormProps) {
  const { t } = useTranslation('mailings');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Partial<LaunchPlan>>({});
  const own = useQuery(orpc.outreach.settings.queryOptions()).data;
  // MSET-005: the user's default hours.
  const hours = { from: own?.start_time_from?.slice(0, 5) ?? '', to: own?.start_time_to?.slice(0, 5) ?? '' };
  const plan = { ...emptyPlan, ...hours, ...chosen };
  const [statusId, setStatusId] = useState(list.after_launch_status_id);
  const status = statuses.find(({ id }) => id === statusId) ?? null;
  const info = delayInfo(plan, ownZone());
  const review = useMutation({
    mutationFn: async (timing: DelayInfo) => {
      if (!(await beforeLaunch())) return;
      // MAIL-055, MAIL-056: an invalid plan shows errors at its fields and opens no review.
      await client.fetchQuery({ ...reviewQuery(list.id, timing, []), staleTime: 0 });
      const content = (close: (launched?: boolean) => void) => <LaunchReview list={list} plan={timing} status={status} onDone={close} />;
      void openModal<boolean>({ title: t('review.title'), size: 'lg', content });
    },
  });
  const errors = byField(review.error);
  const atField = Object.keys(errors).some((name) => shownFields.includes(name));
  return (
    <section className={classes.personal} aria-label={t('launch.when')}>
      <h2 className={classes.heading}>{t('launch.when')}</h2>
      <PlanFields
        plan={plan}
        onChange={(change) => setChosen({ ...chosen, ...change })}
        errors={errors}
        withHours={list.templates.some(({ send_time_from: from }) => from === null)}
      />
      <Select
        label={t('launch.status')}
        clearable
        placeholder={t('launch.keepStatus')}
        data={statuses.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={statusId === null ? null : String(statusId)}
        onChange={(picked) => setStatusId(picked === null ? null : Number(picked))}
      />
      {review.error instanceof ApiError && !atField && (
        <Alert color="red" role="alert" p="sm">
          {review.error.message}
        </Alert>
      )}
      <Button loading={review.isPending} disabled={blocked || info === undefined} onClick={() => info && review.mutate(info)}>
        {t('review.open')}
      </Button>
    </section>
  );
}
