import type { TFunction } from 'i18next';
import type { JobView } from '@headwater/contract/jobs';

type Words = TFunction<['vacancies', 'ui']>;

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** How many rows a job changed, or had to. */
export const countOf = ({ result, total, done }: Pick<JobView, 'result' | 'total' | 'done'>): number =>
  numberOf(result?.['changed']) ?? numberOf(result?.['undone']) ?? total ?? done;

/** What a job did, as a sentence: '5 candidates moved to Platform team'. */
export function jobWords(t: Words, job: JobView): string {
  const { kind, details } = job;
  const count = countOf(job);
  const vacancy = details['folder'] ?? details['mailing'] ?? '…';
  if (kind === 'candidates_status') return t('done.status', { count, status: details['status'] ?? '…' });
  if (kind === 'candidates_move') return t('done.move', { count, vacancy });
  if (kind === 'candidates_copy') return t('done.copy', { count, vacancy });
  if (kind === 'candidates_remove') return t('done.remove', { count });
  if (kind === 'vacancy_remove') return t('done.deleted', { name: vacancy });
  return t('done.add', { count, vacancy });
}
