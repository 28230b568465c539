import { oneLine } from '@headwater/domain/mail/address';
import { backupFailureReasons } from '@headwater/domain/backups';
import type { NoticeKind } from '@headwater/domain/notices';
import type { NoticeView } from './notices.ts';
import en from './texts/notices/en.json' with { type: 'json' };
import ru from './texts/notices/ru.json' with { type: 'json' };
import { type Language, readTexts } from './texts.ts';

const read = readTexts({ en, ru });

export const noticeKindName = (kind: NoticeKind, language: Language): string => read(`kind.${kind}`, language);

const failureOf = (detail: string) => backupFailureReasons.find((reason) => reason === detail) ?? 'unexpected';

/** Kinds of jobs with a sentence of their own; others name only that a job ended. */
const jobLines = {
  candidates_add: 'line.job_add',
  candidates_add_all: 'line.job_add',
  recipients_add_all: 'line.job_add',
  candidates_move: 'line.job_add',
  candidates_copy: 'line.job_add',
  candidates_status: 'line.job_status',
  table_import: 'line.job_import',
  enrichment: 'line.job_enrichment',
} as const;

function lineOfJob({ kind, status, place }: NonNullable<NoticeView['job']>) {
  if (status === 'failed') return 'line.job_failed';
  return place !== '' && kind in jobLines ? jobLines[kind as keyof typeof jobLines] : 'line.job';
}

/** The sentence of a kind, unless the notice has facts with a sentence of their own. */
function lineOf({ kind, job, dialog_id: dialog, is_frozen: isFrozen, decision, is_due: isDue, detail }: NoticeView) {
  if (kind === 'reply' && dialog !== null) return 'line.reply_telegram';
  if (kind === 'job' && job) return lineOfJob(job);
  if (kind === 'messenger' && isFrozen) return 'line.messenger_frozen';
  if (kind === 'limit') return detail === 'contacts' ? 'line.limit_contacts' : 'line.limit_profiles';
  if (kind === 'installation') return `line.installation_${failureOf(detail)}` as const;
  if (kind === 'task' && isDue) return 'line.task_due';
  if (kind === 'review' && decision) return `line.review_${decision}` as const;
  return `line.${kind}` as const;
}

/** "Ada Smith, Ben Ono and 3 more" */
function namesOf({ count, people }: NonNullable<NoticeView['search']>, language: Language): string {
  const names = people.map(({ name }) => oneLine(name) || read('candidate', language));
  const left = count - names.length;
  return new Intl.ListFormat(language).format(left > 0 ? [...names, read('more', language, { count: left })] : names);
}

/** Names are external data and limited to one line. */
export function noticeText(notice: NoticeView, language: Language): string {
  const detail = oneLine(notice.detail);
  const known = oneLine(notice.person?.name ?? '');
  // The sender of a dialog without a profile.
  const sender = notice.dialog_id !== null && !notice.person ? detail : '';
  const { search } = notice;
  if (search?.failure) return read(`line.search_${search.failure}`, language, { detail });
  if (search) {
    const line = search.people.length > 0 ? 'line.search_named' : 'line.search';
    return read(line, language, { detail, count: search.count, people: namesOf(search, language) });
  }
  const { count = 0, place = '' } = notice.job ?? {};
  return read(lineOf(notice), language, { name: known || sender || read('candidate', language), detail, count, place: oneLine(place) });
}
