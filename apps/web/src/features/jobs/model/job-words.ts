import type { JobView } from '@headwater/contract/jobs';
import type { TFunction } from '#lib/translate.ts';

/** Sentences shared with the vacancy screens. */
type Words = TFunction<'vacancies'>;

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

export const countOf = ({ result, total, done }: Pick<JobView, 'result' | 'total' | 'done'>): number =>
  numberOf(result?.['changed']) ?? numberOf(result?.['undone']) ?? total ?? done;

/** Undefined for several people. */
function wordsOfOne(t: Words, { kind, details }: JobView): string | undefined {
  const { person: name, status = '…' } = details;
  if (name === undefined) return undefined;
  if (kind === 'profiles_merge') return t('done.mergeOne', { name });
  if (kind === 'profiles_create') return t('done.createOne', { name });
  if (kind === 'profile_enrich') return t('done.enrichOne', { name });
  if (kind === 'ats_send') return t('done.atsSendOne', { name, service: details['service'] ?? '…' });
  const vacancy = details['folder'] ?? details['mailing'] ?? '…';
  if (kind === 'candidates_status') return t('done.statusOne', { name, status });
  if (kind === 'candidates_move') return t('done.moveOne', { name, vacancy });
  if (kind === 'candidates_copy') return t('done.copyOne', { name, vacancy });
  if (kind === 'candidates_remove') return t('done.removeOne', { name });
  return t('done.addOne', { name, vacancy });
}

export function jobWords(t: Words, job: JobView): string {
  const one = wordsOfOne(t, job);
  if (one !== undefined) return one;
  const { kind, details } = job;
  const count = countOf(job);
  const vacancy = details['folder'] ?? details['mailing'] ?? '…';
  if (kind === 'enrichment') return t('done.enrichment', { count: numberOf(job.result?.['added']) ?? 0, name: details['name'] ?? '…' });
  if (kind === 'table_import')
    return t('done.tableImport', { count: numberOf(job.result?.['created']) ?? 0, name: details['name'] ?? '…' });
  if (kind === 'profiles_create') return t('done.create', { count });
  if (kind === 'profile_enrich') return t('done.enrich');
  if (kind === 'candidates_status') return t('done.status', { count, status: details['status'] ?? '…' });
  if (kind === 'candidates_move') return t('done.move', { count, vacancy });
  if (kind === 'candidates_copy') return t('done.copy', { count, vacancy });
  if (kind === 'candidates_remove') return t('done.remove', { count });
  if (kind === 'profiles_tag') return t('done.tag', { count, tags: details['tag'] ?? '…' });
  if (kind === 'profiles_merge') return t('done.merge', { count });
  if (kind === 'ats_send') return t('done.atsSend', { count, service: details['service'] ?? '…' });
  if (kind === 'vacancy_remove') return t('done.deleted', { name: vacancy });
  return t('done.add', { count, vacancy });
}

export const placeOf = ({ kind, details }: JobView): string | undefined =>
  kind === 'candidates_status' || kind === 'candidates_remove' ? details['folder'] : undefined;
