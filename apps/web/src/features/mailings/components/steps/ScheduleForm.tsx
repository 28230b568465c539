import { NumberInput, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { type Schedule, scheduleBounds, windowProblem, zoneChoices } from '../../model/schedule.ts';
import { HourField } from '../HourField.tsx';
import classes from './steps.module.css';

interface ScheduleFormProps {
  value: Schedule;
  onChange: (schedule: Schedule) => void;
  /** The first message has no delay. */
  first: boolean;
  disabled?: boolean;
  errors?: { from?: string | undefined; to?: string | undefined } | undefined;
}

function useZones(chosen: string) {
  const { t } = useTranslation('mailings');
  const [now] = useState(() => new Date());
  return useMemo(() => {
    const { cities, offsets } = zoneChoices(now, chosen);
    return [
      { group: t('schedule.zones'), items: cities },
      { group: t('schedule.offsets'), items: offsets },
    ];
  }, [now, chosen, t]);
}

function DelayFields({ value, onChange, disabled = false }: ScheduleFormProps) {
  const { t } = useTranslation('mailings');
  const number = (name: 'days' | 'hours' | 'minutes') => (
    <NumberInput
      size="xs"
      w={88}
      label={t(`schedule.${name}`)}
      min={0}
      max={scheduleBounds[name]}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      disabled={disabled}
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: Number(next) || 0 })}
    />
  );
  return (
    <fieldset className={classes.schedulePart}>
      <legend>{t('schedule.wait')}</legend>
      {number('days')}
      {number('hours')}
      {number('minutes')}
      <HourField
        size="xs"
        w={88}
        label={t('schedule.time')}
        title={t('schedule.timeHelp')}
        disabled={disabled}
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
      />
    </fieldset>
  );
}

function KindSelect({ value, onChange, disabled = false }: ScheduleFormProps) {
  const { t } = useTranslation('mailings');
  return (
    <Select
      size="xs"
      w={188}
      label={t('schedule.kind')}
      allowDeselect={false}
      disabled={disabled}
      data={[
        { value: 'business', label: t('schedule.business') },
        { value: 'calendar', label: t('schedule.calendar') },
      ]}
      value={value.kind}
      onChange={(kind) => onChange({ ...value, kind: kind === 'business' ? 'business' : 'calendar' })}
    />
  );
}

/** MAIL-005, MAIL-008, MAIL-009, SEQ-015, SEQ-016 */
export function ScheduleForm(props: ScheduleFormProps) {
  const { value, onChange, first, disabled = false, errors } = props;
  const { t } = useTranslation('mailings');
  const zones = useZones(value.zone);
  const problem = windowProblem(value);
  const time = (name: 'from' | 'to') => (
    <HourField
      size="xs"
      w={88}
      label={t(`schedule.${name}`)}
      placeholder={name === 'from' ? '09:00' : '18:00'}
      disabled={disabled}
      value={value[name]}
      error={problem === name ? t(value[name] === '' ? 'schedule.half' : 'schedule.order') : errors?.[name]}
      onChange={(time) => onChange({ ...value, [name]: time })}
    />
  );
  return (
    <section className={classes.schedule} aria-label={t('schedule.title')}>
      {!first && <DelayFields {...props} />}
      <fieldset className={classes.schedulePart}>
        <legend>{t('schedule.hoursOfDay')}</legend>
        {time('from')}
        {time('to')}
        <KindSelect {...props} />
        <Select
          size="xs"
          className={classes.zone}
          label={t('schedule.zone')}
          searchable
          allowDeselect={false}
          limit={80}
          disabled={disabled}
          data={zones}
          value={value.zone}
          onChange={(zone) => zone !== null && onChange({ ...value, zone })}
        />
      </fieldset>
    </section>
  );
}
