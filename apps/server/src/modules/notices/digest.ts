import type { NoticeView } from '@headwater/contract/notices';
import { type Language, readTexts } from '@headwater/contract/texts';
import { escapeHtml } from '@headwater/domain/escape-html';
import type { Actor } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import type { QueueSystemEmail, SystemEmail } from '#platform/system-mail.ts';
import { deleteBefore, peopleWithEmail, takeForEmail } from './store.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };
import { type NoticePorts, visibleNotices } from './visible.ts';

const read = readTexts({ en, ru });

/** Lines of one e-mail; of more it says how many. */
const mostLines = 50;

function lineOf({ kind, person, job, detail }: NoticeView, language: Language): string {
  const name = person?.name ?? '';
  switch (kind) {
    case 'reply':
      return read('line.reply', language, { name });
    case 'job':
      return read(job?.status === 'failed' ? 'line.job_failed' : 'line.job', language);
    case 'mailbox':
      return read('line.mailbox', language, { address: detail });
    case 'limit':
      return read(detail === 'contacts' ? 'line.limit_contacts' : 'line.limit_profiles', language);
    case 'mention':
      return read('line.mention', language, { author: detail, name });
  }
}

interface Digest {
  to: string;
  language: Language;
  publicUrl: string;
  notices: readonly NoticeView[];
}

export function digestEmail({ to, language, publicUrl, notices }: Digest): SystemEmail {
  const more = notices.length - mostLines;
  const lines = notices.slice(0, mostLines).map((notice) => lineOf(notice, language));
  if (more > 0) lines.push(read('more', language, { count: more }));
  const link = `${publicUrl}/notices`;
  const [intro, tail] = [read('intro', language), read('tail', language)];
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return {
    kind: 'notice_digest',
    to,
    subject: read('subject', language, { count: notices.length }),
    text: `${intro}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${link}\n\n${tail}\n`,
    html: `<!doctype html><meta charset="utf-8"><p>${escapeHtml(intro)}</p><ul>${items}</ul><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p><p>${escapeHtml(tail)}</p>`,
  };
}

interface DigestServices {
  database: Database;
  clock: Clock;
  ports: NoticePorts;
  publicUrl: string;
  queueSystemEmail: QueueSystemEmail;
  /** With the rights of this moment; undefined where the person is switched off or gone. */
  findActor(tx: Tx, userId: number): Promise<Actor | undefined>;
  emailOf(tx: Tx, userId: number): Promise<string | undefined>;
}

/**
 * Every morning, to each who wants it, what they have not read since. It is taken and queued in one transaction: after a crash it is either
 * still to be sent or already waits as an e-mail, and never both.
 */
export const digestHandler = ({ database, ports, publicUrl, queueSystemEmail, findActor, emailOf }: DigestServices): TaskHandler =>
  definePeriodic('send_notice_digests', '0 6 * * *', async (signal) => {
    for (const { companyId, userId } of await database.asSystem(peopleWithEmail)) {
      if (signal.aborted) return;
      const person = await database.asSystem(async (tx) => ({ actor: await findActor(tx, userId), to: await emailOf(tx, userId) }));
      await database.inCompany(companyId, async (tx) => {
        const rows = (await takeForEmail(tx, userId)).filter((row) => row.read_at === null);
        const { actor, to } = person;
        if (!actor || to === undefined || actor.company.id !== companyId) return;
        const notices = await visibleNotices(tx, rows, { actor, ports });
        if (notices.length > 0) await queueSystemEmail(tx, digestEmail({ to, language: actor.language, publicUrl, notices }));
      });
    }
  });

/** Days after which nobody looks for what they were told. */
const keptDays = 90;

export const deleteOldNoticesHandler = ({ database, clock }: Pick<DigestServices, 'database' | 'clock'>): TaskHandler =>
  definePeriodic('delete_old_notices', '37 2 * * *', async (signal) => {
    const before = new Date(clock.now().getTime() - keptDays * dayMs);
    while (!signal.aborted && (await database.asSystem((tx) => deleteBefore(tx, before)))) {
      // The next part.
    }
  });
