import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { InstallationStatus } from '@headwater/contract/installation';
import type { BackupFailureReason } from '@headwater/domain/backups';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import classes from './status.module.css';

type Problem = InstallationStatus['problems'][number];

function useSentences({ kind, count, since, detail }: Problem): { what: string; advice: string } {
  const { t } = useTranslation('installation');
  const language = currentLanguage();
  const [figure, time] = [formatNumber(count ?? 0, language), since === null ? '' : formatDate(since, language, 'dateTime')];
  const whats: Record<Problem['kind'], string> = {
    disk_read_only: t('problem.disk_read_only'),
    disk_low: t('problem.disk_low'),
    worker_away: t('problem.worker_away', { since: time }),
    backup_failed: t('problem.backup_failed', { since: time }),
    backup_old: t('problem.backup_old', { since: time }),
    backup_off: t('problem.backup_off'),
    backup_incomplete: t('problem.backup_incomplete', { shown: figure }),
    search_trouble: t('problem.search_trouble', { detail: detail ?? '' }),
    mailboxes_broken: t('problem.mailboxes_broken', { shown: figure }),
    sim_cards_broken: t('problem.sim_cards_broken', { shown: figure }),
    messages_late: t('problem.messages_late', { since: time }),
    messages_unknown: t('problem.messages_unknown', { shown: figure }),
    tasks_failed: t('problem.tasks_failed', { shown: figure }),
    system_mail_off: t('problem.system_mail_off'),
  };
  const advice = kind === 'backup_failed' ? t(`failure.${(detail ?? 'unexpected') as BackupFailureReason}`) : t(`advice.${kind}`);
  return { what: whats[kind], advice };
}

function ProblemText(problem: Problem) {
  const { what, advice } = useSentences(problem);
  return (
    <>
      <strong className={classes.what}>{what}</strong>
      <span className={classes.advice}>{advice}</span>
    </>
  );
}

export function Problems({ problems }: Pick<InstallationStatus, 'problems'>) {
  const { t } = useTranslation('installation');
  return (
    <section>
      <SectionHead title={t('problems')} />
      {problems.length === 0 ? (
        <p className={classes.fine}>
          <IconCircleCheck size={16} stroke={1.6} aria-hidden />
          {t('noProblems')}
        </p>
      ) : (
        <ul className={classes.problems}>
          {problems.map((problem) => (
            <li key={problem.kind} className={classes.problem}>
              <IconAlertTriangle size={16} stroke={1.6} aria-hidden className={classes.sign} />
              <div className={classes.words}>
                <ProblemText {...problem} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
