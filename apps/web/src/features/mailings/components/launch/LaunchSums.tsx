import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from '../mailings.module.css';
import numbers from './numbers.module.css';

function rowsOf(info: LaunchInfo) {
  const { ready_to_relaunch: again } = info;
  const rows = [
    { key: 'readyToLaunch', count: info.ready_to_launch },
    { key: 'nextOverdue', count: again.with_next_message_occurred },
    { key: 'nextPlanned', count: again.with_next_message_as_planned },
    { key: 'errorRelaunch', count: info.error_relaunch },
    { key: 'withoutEmail', count: info.without_email },
  ] as const;
  return rows.filter(({ key, count }) => key === 'readyToLaunch' || count > 0);
}

type RowKey = ReturnType<typeof rowsOf>[number]['key'];

/** A Telegram recipient needs no e-mail address. */
const wordsFor = (key: RowKey, { telegram }: LaunchInfo) =>
  key === 'withoutEmail' && telegram ? ('launch.unreachable' as const) : (`launch.${key}` as const);

const number = (value: number) => formatNumber(value, currentLanguage());

/** MAIL-016 to MAIL-019 */
export function LaunchSums({ info }: { info: LaunchInfo }) {
  const { t } = useTranslation('mailings');
  const { held_follow_ups: waitingFollowUps } = info;
  return (
    <section aria-label={t('launch.title')}>
      <h2 className={classes.heading}>{t('launch.title')}</h2>
      <dl className={numbers.sums}>
        {rowsOf(info).map(({ key, count }) => (
          <div key={key} className={numbers.sum}>
            <dt>{t(wordsFor(key, info))}</dt>
            <dd>{number(count)}</dd>
            <dd data-why>{t(`${wordsFor(key, info)}Text`)}</dd>
          </div>
        ))}
        <div className={numbers.sum} data-total>
          <dt>{t('launch.total')}</dt>
          <dd>{number(info.total)}</dd>
        </div>
      </dl>
      {info.contacts_closed > 0 && (
        <p className={classes.quiet}>
          {t('launch.contactsClosed', { count: info.contacts_closed })}
          {info.contact_limit_reached && ` ${t('launch.contactLimitReached')}`}
        </p>
      )}
      {info.suppressed > 0 && <p className={classes.quiet}>{t('launch.suppressed', { count: info.suppressed })}</p>}
      {waitingFollowUps.count > 0 && (
        <p className={classes.quiet}>
          {t('launch.held', { count: waitingFollowUps.count, addresses: waitingFollowUps.addresses.join(', ') })}
        </p>
      )}
    </section>
  );
}
