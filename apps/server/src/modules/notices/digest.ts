import type { NoticeView } from '@headwater/contract/notices';
import type { Language } from '@headwater/contract/texts';
import { escapeHtml } from '@headwater/domain/escape-html';
import type { Actor } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import type { QueueSystemEmail, SystemEmail } from '#platform/system-mail.ts';
import { noticeText, read } from './notice-text.ts';
import { deleteBefore, peopleWithEmail, takeForEmail } from './store.ts';
import { type NoticePorts, visibleNotices } from './visible.ts';

/** Lines of one e-mail; of more it says how many. */
const mostLines = 50;

interface Digest {
  to: string;
  language: Language;
  publicUrl: string;
  notices: readonly NoticeView[];
}

export function digestEmail({ to, language, publicUrl, notices }: Digest): SystemEmail {
  const more = notices.length - mostLines;
  const lines = notices.slice(0, mostLines).map((notice) => noticeText(notice, language));
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

/** Whom a digest or a message to a browser is for. */
export interface NoticeReader {
  /** With the rights of this moment. */
  actor: Actor;
  to: string;
  /** False while their company may not work. */
  mayRead: boolean;
}

interface DigestServices {
  database: Database;
  clock: Clock;
  ports: NoticePorts;
  publicUrl: string;
  queueSystemEmail: QueueSystemEmail;
  /** Undefined where the person is switched off or gone. */
  findReader(tx: Tx, userId: number): Promise<NoticeReader | undefined>;
}

/** What waits for one person. Where their company may not work it waits on. */
async function sendDigest(services: DigestServices, { companyId, userId }: { companyId: number; userId: number }): Promise<void> {
  const { database, ports, publicUrl, queueSystemEmail, findReader } = services;
  const reader = await database.asSystem((tx) => findReader(tx, userId));
  if (reader && !reader.mayRead) return;
  await database.inCompany(companyId, async (tx) => {
    const rows = await takeForEmail(tx, userId);
    if (!reader || reader.actor.company.id !== companyId) return;
    const { actor, to } = reader;
    const notices = await visibleNotices(tx, rows, { actor, ports });
    if (notices.length > 0) await queueSystemEmail(tx, digestEmail({ to, language: actor.language, publicUrl, notices }));
  });
}

/**
 * Every morning, to each who wants it, what they have not read since. It is taken and queued in one transaction: after a crash it is either
 * still to be sent or already waits as an e-mail, and never both. Where one cannot be written the others are, and it is tried again.
 */
export const digestHandler = (services: DigestServices): TaskHandler =>
  definePeriodic('send_notice_digests', '0 6 * * *', async (signal) => {
    const failures: unknown[] = [];
    for (const person of await services.database.asSystem(peopleWithEmail)) {
      if (signal.aborted) break;
      await sendDigest(services, person).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} digests could not be written`);
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
