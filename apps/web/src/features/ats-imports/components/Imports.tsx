import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AtsImportState } from '@headwater/contract/ats-imports';
import { atsImports } from '@headwater/domain/ats/imports';
import { textsOf } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { JobProgress } from '#ui/jobs/JobProgress.tsx';
import { openModal } from '#ui/modals.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { showError } from '#ui/snackbar.tsx';
import { importsQuery, isUnderWay, useImports } from '../api/ats-imports.ts';
import classes from './imports.module.css';
import { ImportForm } from './ImportForm.tsx';

const states = { queued: 'waiting', running: 'running', done: 'done', failed: 'failed', cancelled: 'cancelled' } as const;

const openForm = (name: AtsImportState['name'], ownEmail: string) =>
  openModal({
    title: textsOf('ats-imports')('title', { service: atsImports[name].title }),
    size: 'md',
    content: (close) => <ImportForm name={name} ownEmail={ownEmail} onDone={() => close()} />,
  });

function Progress({ state }: { state: AtsImportState }) {
  const { t } = useTranslation('ats-imports');
  const { cancel } = useImports();
  const { name, job, failure, created, changed, known, erased, left_out: leftOut, resumes, left_out_people: people } = state;
  const service = atsImports[name].title;
  if (!job) return <p className={classes.quiet}>{t('about', { service })}</p>;
  const end = async () => {
    try {
      await cancel(job.id);
    } catch (error) {
      showError(error);
    }
  };
  const isStopped = failure !== null && isUnderWay(state);
  return (
    <>
      <JobProgress
        title={t('progress', { service })}
        state={states[job.status as keyof typeof states] ?? 'running'}
        done={job.done}
        total={job.total ?? undefined}
        problem={job.error ?? undefined}
        {...(isUnderWay(state) ? { onCancel: () => void end() } : {})}
        result={t('result', { created, changed, known, resumes })}
      />
      {isStopped && <output>{t('lost', { service, reason: failure })}</output>}
      {erased > 0 && <p className={classes.quiet}>{t('erased', { count: erased })}</p>}
      {leftOut > 0 && (
        <details>
          <summary>{t('leftOut', { count: leftOut })}</summary>
          <ul>
            {people.map(({ id, reason }) => (
              <li key={id}>
                {id}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** ATS-010, ATS-021, ATS-023, ATS-024 */
export function Imports({ ownEmail }: { ownEmail: string }) {
  const { t } = useTranslation('ats-imports');
  const { data } = useQuery(importsQuery);
  return (
    <section className={classes.imports} aria-label={t('heading')}>
      <SectionHead title={t('heading')} />
      <div className={classes.list}>
        {data?.imports.map((state) => {
          const service = atsImports[state.name].title;
          const mayStart = !isUnderWay(state) || state.failure !== null;
          return (
            <section key={state.name} className={classes.one} aria-label={t('title', { service })}>
              <h3 className={classes.name}>{service}</h3>
              <div className={classes.state}>
                <Progress state={state} />
              </div>
              {mayStart && (
                <div>
                  <Button
                    variant="default"
                    aria-label={`${service}: ${t(state.failure === null ? 'import' : 'continue')}`}
                    onClick={() => void openForm(state.name, ownEmail)}
                  >
                    {t(state.failure === null ? 'import' : 'continue')}
                  </Button>
                </div>
              )}
            </section>
          );
        })}
      </div>
    </section>
  );
}
