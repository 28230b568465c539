import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { DnsFix, DomainCheck } from '@headwater/domain/mail/deliverability';
import { useTranslation } from '#lib/use-translation.ts';
import { StateMark } from './StateMark.tsx';
import classes from './deliverability.module.css';

function Copyable({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('deliverability');
  const clipboard = useClipboard();
  return (
    <>
      <dt>{label}</dt>
      <dd className={classes.copyable}>
        <code>{value}</code>
        <Button size="compact-xs" variant="default" aria-label={t('copyOf', { what: label })} onClick={() => clipboard.copy(value)}>
          {clipboard.copied ? t('copied') : t('copy')}
        </Button>
      </dd>
    </>
  );
}

function Fix({ fix }: { fix: DnsFix }) {
  const { t } = useTranslation('deliverability');
  return (
    <div className={classes.fix}>
      <p className={classes.quiet}>{t('fix')}</p>
      <dl className={classes.record}>
        <Copyable label={t('host')} value={fix.host} />
        <dt>{t('type')}</dt>
        <dd>
          <code>{fix.type}</code>
        </dd>
        <Copyable label={t('value')} value={fix.value} />
      </dl>
    </div>
  );
}

export function CheckRow({ check }: { check: DomainCheck }) {
  const { t } = useTranslation('deliverability');
  return (
    <li className={classes.check}>
      <div className={classes.line}>
        <strong className={classes.name}>{t(`name.${check.name}`)}</strong>
        <StateMark state={check.state} />
      </div>
      <p className={classes.text}>{t(`code.${check.code as 'spf_ok'}`)}</p>
      {check.found && check.state !== 'ok' && (
        <p className={classes.quiet}>
          {t('found')}: <code>{check.found}</code>
        </p>
      )}
      {check.fix && <Fix fix={check.fix} />}
    </li>
  );
}
