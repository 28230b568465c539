import { Button, NumberInput, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { MailboxLimitsView, SendingLimitsView } from '@headwater/contract/sending-limits';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { formatDate, formatNumber, groupSeparator } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { changesOf } from '../changes.ts';
import classes from './sending-limits.module.css';

const limitsQuery = orpc.sendingLimits.get.queryOptions();

type Typed = number | string;
const shown = (limit: number | null): Typed => limit ?? '';
const limitOf = (typed: Typed) => (typed === '' ? null : Number(typed));

/** NaN is sent as null, which the server reports as missing. */
const secondsOf = (typed: Typed) => (typed === '' ? Number.NaN : Number(typed));

const figure = (value: number) => formatNumber(value, currentLanguage());
const numberField = () =>
  ({
    min: 0,
    allowDecimal: false,
    allowNegative: false,
    thousandSeparator: groupSeparator(currentLanguage()),
    classNames: { wrapper: classes.number },
  }) as const;

function useApplySaved() {
  const { t } = useTranslation('sending-limits');
  const client = useQueryClient();
  return (change: (known: SendingLimitsView) => SendingLimitsView) => {
    client.setQueryData(limitsQuery.queryKey, (known) => known && change(known));
    // Other screens show the daily limit of the user's mailbox.
    void client.invalidateQueries({ queryKey: orpc.outreach.mailbox.key() });
    showSnackbar({ message: t('saved'), tone: 'success', key: 'sending-limits' });
  };
}

type CompanyLimits = Pick<SendingLimitsView, 'per_day' | 'per_domain_per_hour'>;
const companyValues = (limits: CompanyLimits) => ({
  per_day: shown(limits.per_day),
  per_domain_per_hour: shown(limits.per_domain_per_hour),
});

function CompanyForm({ limits }: { limits: SendingLimitsView }) {
  const { t } = useTranslation('sending-limits');
  const saved = useApplySaved();
  const [known, setKnown] = useState<CompanyLimits>(limits);
  const form = useServerForm({
    initialValues: companyValues(known),
    submit: ({ per_day: day, per_domain_per_hour: hour }) =>
      api.sendingLimits.save(
        changesOf(
          { per_day: known.per_day, per_domain_per_hour: known.per_domain_per_hour },
          { per_day: limitOf(day), per_domain_per_hour: limitOf(hour) },
        ),
      ),
    onDone: (answer) => {
      // Another user may have changed the other field.
      setKnown(answer);
      form.form.setValues(companyValues(answer));
      form.form.resetDirty(companyValues(answer));
      saved(() => answer);
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} guard>
      <div className={classes.fields}>
        <NumberInput
          {...numberField()}
          label={t('perDay')}
          description={t('emptyText')}
          placeholder={t('noLimit')}
          {...form.field('per_day')}
        />
        <NumberInput
          {...numberField()}
          label={t('perDomain')}
          description={t('perDomainText')}
          placeholder={t('noLimit')}
          {...form.field('per_domain_per_hour')}
        />
      </div>
    </ServerForm>
  );
}

function MailboxForm({ mailbox, close }: { mailbox: MailboxLimitsView; close: () => void }) {
  const { t } = useTranslation('sending-limits');
  const saved = useApplySaved();
  const client = useQueryClient();
  const [known] = useState({ daily_limit: mailbox.daily_limit, gap_seconds: mailbox.gap_seconds, ramps: mailbox.ramps });
  const form = useServerForm({
    initialValues: { daily_limit: shown(known.daily_limit), gap_seconds: known.gap_seconds as Typed, ramps: known.ramps },
    submit: async ({ daily_limit: daily, gap_seconds: gap, ramps }) => {
      const now = { daily_limit: limitOf(daily), gap_seconds: secondsOf(gap), ramps };
      try {
        return await api.sendingLimits.saveMailbox({ id: mailbox.id, ...changesOf(known, now) });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) void client.invalidateQueries({ queryKey: limitsQuery.queryKey });
        throw error;
      }
    },
    onDone: (answer) => {
      // By owner: the mailbox may have been replaced.
      saved((all) => ({ ...all, mailboxes: all.mailboxes.map((one) => (one.owner.id === answer.owner.id ? answer : one)) }));
      close();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} onCancel={close} guard>
      <div className={classes.fields}>
        <NumberInput
          {...numberField()}
          data-autofocus
          label={t('daily')}
          description={t('emptyText')}
          placeholder={t('noLimit')}
          {...form.field('daily_limit')}
        />
        <NumberInput {...numberField()} label={t('gap')} description={t('gapText')} {...form.field('gap_seconds')} />
        <Switch label={t('ramps')} description={t('rampsText')} {...form.field('ramps', { type: 'checkbox' })} />
      </div>
    </ServerForm>
  );
}

function useUsageText() {
  const { t } = useTranslation('sending-limits');
  return ({ state, sent_today: count, limit_today: limit, daily_limit: daily }: MailboxLimitsView): string => {
    if (state !== 'connected') return t(`state.${state}`);
    if (limit === null) return t('used', { count });
    const used = t('usedOf', { count, limit: figure(limit) });
    return daily !== null && limit < daily ? `${used} · ${t('warmUp', { count: daily })}` : used;
  };
}

function MailboxRow({ mailbox }: { mailbox: MailboxLimitsView }) {
  const { t } = useTranslation('sending-limits');
  const [isOpen, setOpen] = useState(false);
  const standing = useUsageText();
  return (
    <li className={classes.mailbox}>
      <div className={classes.row}>
        <div className={classes.about}>
          <div className={classes.address}>{mailbox.address}</div>
          <div className={classes.quiet}>
            {mailbox.owner.name} · {standing(mailbox)}
          </div>
          {mailbox.state === 'connected' && mailbox.paused_until && (
            <div className={classes.pause}>{t('pausedUntil', { at: formatDate(mailbox.paused_until, currentLanguage(), 'dateTime') })}</div>
          )}
        </div>
        {!isOpen && (
          <Button size="xs" variant="default" aria-label={t('changeOf', { address: mailbox.address })} onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
        )}
      </div>
      {isOpen && <MailboxForm mailbox={mailbox} close={() => setOpen(false)} />}
    </li>
  );
}

/** DEC-10. */
export function SendingLimits() {
  const { t } = useTranslation('sending-limits');
  const limits = useQuery(limitsQuery);
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {t('title')}
      </h2>
      <p className={classes.quiet}>{t('intro')}</p>
      {limits.isPending && <SkeletonText lines={6} />}
      {limits.isLoadingError && <ErrorState error={limits.error} onRetry={() => void limits.refetch()} />}
      {limits.data && (
        <>
          <h3 className={classes.subheading}>{t('company')}</h3>
          <CompanyForm limits={limits.data} />
          <h3 className={classes.subheading}>{t('mailboxes')}</h3>
          {limits.data.mailboxes.length === 0 ? (
            <p className={classes.quiet}>{t('none')}</p>
          ) : (
            <ul className={classes.mailboxes}>
              {limits.data.mailboxes.map((mailbox) => (
                <MailboxRow key={mailbox.id} mailbox={mailbox} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
