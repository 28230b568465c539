import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { CheckRow } from './CheckRow.tsx';
import { StateMark } from './StateMark.tsx';
import classes from './deliverability.module.css';

// DNS is slow, and records change rarely.
const deliverabilityQuery = { ...orpc.deliverability.get.queryOptions(), staleTime: 60_000 };

type Month = Awaited<ReturnType<typeof deliverabilityQuery.queryFn>>['month'];

function MonthFigures({ month }: { month: Month }) {
  const { t } = useTranslation('deliverability');
  const figures = [
    ['sent', month.sent],
    ['opened', month.opened],
    ['openedByMachine', month.opened_by_machine],
    ['replied', month.replied],
    ['bounced', month.bounced],
    ['complained', month.complained],
  ] as const;
  return (
    <>
      <h3 className={classes.subheading}>{t('month')}</h3>
      <dl className={classes.figures}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{formatNumber(count, currentLanguage())}</dd>
          </div>
        ))}
      </dl>
      {(['bounces', 'complaints'] as const).map((kind) => {
        const state = month[kind];
        if (state !== 'warn' && state !== 'bad') return null;
        return (
          <Alert key={kind} mt="sm" color={state === 'bad' ? 'red' : 'yellow'}>
            {t(`rate.${kind}.${state}`)}
          </Alert>
        );
      })}
    </>
  );
}

export function Deliverability() {
  const { t } = useTranslation('deliverability');
  const query = useQuery(deliverabilityQuery);
  const { data } = query;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const address = data?.public_address;
  return (
    <section aria-busy={!data}>
      <h2 className={classes.heading}>{t('title')}</h2>
      {!data && <SkeletonText lines={8} />}
      {data?.domain && <p className={classes.quiet}>{t('intro', { domain: data.domain })}</p>}
      {data && (
        <ul className={classes.checks}>
          {data.checks.map((check) => (
            <CheckRow key={check.name} check={check} />
          ))}
          <li className={classes.check}>
            <div className={classes.line}>
              <strong className={classes.name}>{t('publicAddress')}</strong>
              <StateMark state={address === 'ok' ? 'ok' : 'warn'} />
            </div>
            <p className={classes.text}>{t(`publicAddressCode.${address ?? 'ok'}`)}</p>
          </li>
        </ul>
      )}
      {data && <MonthFigures month={data.month} />}
    </section>
  );
}
