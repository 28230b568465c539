import { Checkbox, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CandidateVacancies } from '@headwater/contract/ats';
import { type AtsVendorName, atsVendors } from '@headwater/domain/ats/vendors';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { type Chosen, sendPeople, vacanciesQuery } from '../api/ats.ts';
import { shownStatus } from '../model/shown-status.ts';
import classes from './ats.module.css';

interface Dialog {
  vendor: AtsVendorName;
  chosen: Chosen;
  onDone: (jobId?: number) => void;
}

/** ATS-031 */
function Duplicates({ duplicates, service }: { duplicates: CandidateVacancies['duplicates']; service: string }) {
  const { t } = useTranslation('ats');
  if (duplicates.length === 0) return null;
  return (
    <section>
      <strong>{t('duplicates', { service })}</strong>
      <p className={classes.quiet}>{t('duplicatesText')}</p>
      <ul className={classes.people}>
        {duplicates.map(({ candidate_id: id, candidate_name: name, url, applications }) => (
          <li key={id}>
            {url ? (
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            ) : (
              name
            )}
            {': '}
            {applications
              .map(({ job_title: job, stage, status }) => [job, stage ?? shownStatus(status)].filter(Boolean).join(', '))
              .join('; ') || t('noApplications')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SendForm({ vendor, chosen, onDone, known }: Dialog & { known: CandidateVacancies }) {
  const { t } = useTranslation('ats');
  const { title: service, hasProspects, hasUpdates } = atsVendors[vendor];
  const open = new Set(known.new_vacancies.map(({ id }) => id));
  const form = useServerForm({
    initialValues: { job_id: null as string | null, as_prospect: false, comment: '', updates_subscription: known.updates_subscription },
    submit: (how) => sendPeople(vendor, chosen, how),
    onDone: ({ job_id: jobId }) => onDone(jobId),
  });
  const jobs = known.vacancies.map(({ id, title, location }) => {
    const job = [title, location].filter(Boolean).join(', ');
    return { value: id, label: open.has(id) ? job : t('inJob', { job }) };
  });
  return (
    <ServerForm form={form} submitLabel={t('sendButton')} onCancel={() => onDone()}>
      <Duplicates duplicates={known.duplicates} service={service} />
      <Select
        label={t('job')}
        placeholder={jobs.length === 0 ? t('noJobs', { service }) : t('jobPlaceholder')}
        data={jobs}
        searchable
        clearable
        {...form.field('job_id')}
      />
      {hasProspects && (
        <Checkbox label={t('prospect')} description={t('prospectText')} {...form.field('as_prospect', { type: 'checkbox' })} />
      )}
      <Textarea
        label={t('comment')}
        description={t('commentText', { service })}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        {...form.field('comment')}
      />
      {hasUpdates && <Checkbox label={t('updates')} {...form.field('updates_subscription', { type: 'checkbox' })} />}
    </ServerForm>
  );
}

export function SendDialog(dialog: Dialog) {
  const { data, error, refetch } = useQuery(vacanciesQuery(dialog.vendor, dialog.chosen));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack>
        <SkeletonForm fields={3} />
      </Stack>
    );
  return <SendForm {...dialog} known={data} />;
}
