import { useQuery } from '@tanstack/react-query';
import type { InstallationStatus as Status } from '@headwater/contract/installation';
import { formatDate, formatNumber, formatSize } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { statusQuery } from '../api/installation.ts';
import { Backups } from './Backups.tsx';
import { Problems } from './Problems.tsx';
import classes from './status.module.css';

const figure = (value: number) => formatNumber(value, currentLanguage());
const size = (bytes: number) => formatSize(bytes, currentLanguage());
const time = (moment: string | null) => (moment === null ? '—' : formatDate(moment, currentLanguage(), 'dateTime'));

function Queues({ messages, jobs, tasks }: Pick<Status, 'messages' | 'jobs' | 'tasks'>) {
  const { t } = useTranslation('installation');
  return (
    <section>
      <SectionHead title={t('queues')} />
      <FactList>
        <Fact label={t('messagesWaiting')}>{figure(messages.waiting)}</Fact>
        <Fact label={t('oldestMessage')}>{time(messages.oldest_due)}</Fact>
        <Fact label={t('messagesFailed')}>{figure(messages.failed)}</Fact>
        <Fact label={t('jobsWaiting')}>{figure(jobs.queued)}</Fact>
        <Fact label={t('jobsRunning')}>{figure(jobs.running)}</Fact>
        <Fact label={t('oldestJob')}>{time(jobs.oldest)}</Fact>
        <Fact label={t('tasksWaiting')}>{figure(tasks.waiting)}</Fact>
        <Fact label={t('tasksFailed')}>{figure(tasks.failed)}</Fact>
        <Fact label={t('oldestTask')}>{time(tasks.oldest_due)}</Fact>
      </FactList>
    </section>
  );
}

function Channels({ mailboxes, sim_cards: simCards }: Pick<Status, 'mailboxes' | 'sim_cards'>) {
  const { t } = useTranslation('installation');
  const hidden = mailboxes.broken - mailboxes.troubled.length;
  return (
    <section>
      <SectionHead title={t('channels')} />
      <FactList>
        <Fact label={t('mailboxesConnected')}>{figure(mailboxes.connected)}</Fact>
        <Fact label={t('mailboxesBroken')}>{figure(mailboxes.broken)}</Fact>
        <Fact label={t('simCardsConnected')}>{figure(simCards.connected)}</Fact>
        <Fact label={t('simCardsTroubled')}>{figure(simCards.troubled)}</Fact>
      </FactList>
      {mailboxes.troubled.length > 0 && (
        <ul className={classes.mailboxes} aria-label={t('mailboxesBroken')}>
          {mailboxes.troubled.map(({ id, address, company }) => (
            <li key={id}>
              {address} <span className={classes.quiet}>{company.name}</span>
            </li>
          ))}
          {hidden > 0 && <li className={classes.quiet}>{t('more', { count: hidden })}</li>}
        </ul>
      )}
    </section>
  );
}

function Search({ search }: Pick<Status, 'search'>) {
  const { t } = useTranslation('installation');
  const { comparison } = search;
  return (
    <section>
      <SectionHead title={t('search')} />
      <FactList>
        <Fact label={t('engine')}>{t(`engineName.${search.engine}`)}</Fact>
        <Fact label={t('index')}>{t(`indexState.${search.state}`)}</Fact>
        <Fact label={t('documents')}>{figure(search.documents)}</Fact>
        <Fact label={t('size')}>{size(search.bytes)}</Fact>
        {comparison && <Fact label={t('comparison')}>{`${time(comparison.at)} · ${t('repaired', { count: comparison.repaired })}`}</Fact>}
      </FactList>
    </section>
  );
}

function Machine({ disk, database_bytes: bytes, versions }: Pick<Status, 'disk' | 'database_bytes' | 'versions'>) {
  const { t } = useTranslation('installation');
  return (
    <section>
      <SectionHead title={t('machine')} />
      <FactList>
        <Fact label={t('diskFree')}>{t('freeOf', { free: size(disk.free), total: size(disk.total) })}</Fact>
        <Fact label={t('databaseSize')}>{size(bytes)}</Fact>
        <Fact label={t('version')}>{versions.product}</Fact>
        <Fact label="Node.js">{versions.node}</Fact>
        <Fact label="PostgreSQL">{versions.database}</Fact>
      </FactList>
    </section>
  );
}

/** OPS-003 */
export function InstallationStatus() {
  const { data, error, refetch } = useQuery(statusQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      {data ? (
        <>
          <Problems problems={data.problems} />
          <Backups backups={data.backups} />
          <Queues {...data} />
          <Channels {...data} />
          <Search search={data.search} />
          <Machine {...data} />
        </>
      ) : (
        <SkeletonText lines={12} />
      )}
    </div>
  );
}
