import { randomUUID } from 'node:crypto';
import { noticeText } from '@headwater/contract/notice-texts';
import type { NoticeView } from '@headwater/contract/notices';
import type { Language } from '@headwater/contract/texts';
import { escapeHtml } from '@headwater/domain/escape-html';
import type { Actor } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { databaseFailure } from '#platform/database/failures.ts';
import { definePeriodic, defineTask, enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import type { SystemEmail, SystemMailer } from '#platform/system-mail.ts';
import { read } from './digest-texts.ts';
import { deleteBefore, listForEmail, type NoticeRow, peopleWithEmail, requeueForEmail, settingsOf, takeForEmail } from './store.ts';
import { type NoticePorts, visibleNotices } from './visible.ts';

const mostLines = 50;

interface Digest {
  to: string;
  language: Language;
  publicUrl: string;
  notices: readonly NoticeView[];
}

function digestEmail({ to, language, publicUrl, notices }: Digest): SystemEmail {
  const more = notices.length - mostLines;
  const lines = notices.slice(0, mostLines).map((notice) => ({
    line: noticeText(notice, language),
    // A search is opened from the e-mail; other notices are read in the list.
    link: notice.search ? `${publicUrl}${notice.search.place}` : '',
  }));
  if (more > 0) lines.push({ line: read('more', language, { count: more }), link: '' });
  const link = `${publicUrl}/notices`;
  const [intro, tail] = [read('intro', language), read('tail', language)];
  const items = lines
    .map(({ line, link: to }) => `<li>${to === '' ? escapeHtml(line) : `<a href="${escapeHtml(to)}">${escapeHtml(line)}</a>`}</li>`)
    .join('');
  return {
    kind: 'notice_digest',
    to,
    subject: read('subject', language, { count: notices.length }),
    text: `${intro}\n\n${lines.map(({ line, link: to }) => `- ${line}${to === '' ? '' : `\n  ${to}`}`).join('\n')}\n\n${link}\n\n${tail}\n`,
    html: `<!doctype html><meta charset="utf-8"><p>${escapeHtml(intro)}</p><ul>${items}</ul><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p><p>${escapeHtml(tail)}</p>`,
  };
}

export interface NoticeReader {
  actor: Actor;
  to: string;
  /** False while the company has no license. */
  mayRead: boolean;
}

interface DigestServices {
  database: Database;
  clock: Clock;
  ports: NoticePorts;
  publicUrl: string;
  mailer: SystemMailer;
  findReader(tx: Tx, userId: number): Promise<NoticeReader | undefined>;
}

const sendDigest = defineTask('send_notice_digest', z.object({ companyId: z.number(), userId: z.number() }), { maxAttempts: 8 });
type Person = z.infer<typeof sendDigest.schema>;

interface Prepared {
  email: SystemEmail;
  ids: readonly number[];
  /** All waiting notices, including those that the e-mail omits. */
  listed: readonly NoticeRow[];
}

/** Omits notices that are read, hidden or of a disabled kind; they wait no longer. */
async function prepare(services: DigestServices, { companyId, userId }: Person, reader: NoticeReader | undefined) {
  const { database, ports, publicUrl } = services;
  return database.inCompany(companyId, async (tx): Promise<Prepared | undefined> => {
    const listed = await listForEmail(tx, userId);
    const chosenKinds = new Set((await settingsOf(tx, userId)).filter(({ email }) => email).map(({ kind }) => kind));
    const isReader = reader?.actor.company.id === companyId;
    const notices = isReader
      ? await visibleNotices(
          tx,
          listed.filter(({ kind }) => chosenKinds.has(kind)),
          { actor: reader.actor, ports },
        )
      : [];
    if (!isReader || notices.length === 0) {
      await takeForEmail(tx, { userId, listed, digestKey: randomUUID() });
      return undefined;
    }
    const email = digestEmail({ to: reader.to, language: reader.actor.language, publicUrl, notices });
    return { email, ids: notices.map(({ id }) => id), listed };
  });
}

/** A notice was read, or taken by another process, during sending. */
class Outdated extends Error {}

const waitMs = 500;
/** A retry may succeed. Includes a commit that takes longer than the statement timeout. */
const isPassing = (error: unknown) => ['unavailable', 'timeout'].includes(databaseFailure(error) ?? '');

interface Taken {
  person: Person;
  digestKey: string;
  ids: readonly number[];
}

/** Retries until the process stops, as no other process knows the taken notices. */
export async function requeueDigest(
  { database, clock }: Pick<DigestServices, 'database' | 'clock'>,
  { person, digestKey, ids }: Taken,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt at a time
      await database.inCompany(person.companyId, (tx) => requeueForEmail(tx, digestKey, ids));
      return;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- pause between attempts
    await clock.sleep(waitMs, { signal });
  }
}

/** Returns false if the e-mail has to be written again. */
async function attempt(services: DigestServices, person: Person, signal: AbortSignal): Promise<boolean> {
  const { database, mailer, findReader } = services;
  const reader = await database.asSystem((tx) => findReader(tx, person.userId));
  // Notices wait until the company has a license.
  if (reader && !reader.mayRead) return true;
  const prepared = await prepare(services, person, reader);
  if (!prepared) return true;
  const digestKey = randomUUID();
  let taken: number[] = [];
  const take = async (tx: Tx) => {
    const unread = await takeForEmail(tx, { userId: person.userId, listed: prepared.listed, digestKey });
    const left = new Set(unread);
    if (prepared.ids.some((id) => !left.has(id))) throw new Outdated('a notice was read during sending');
    // Set before the commit, which may succeed although the connection is lost.
    taken = unread;
  };
  try {
    await mailer.send(prepared.email, () => database.inCompany(person.companyId, take));
    return true;
  } catch (error) {
    if (error instanceof Outdated) return false;
    // The server rejected the e-mail or did not receive its end.
    if (taken.length > 0) await requeueDigest(services, { person, digestKey, ids: taken }, signal);
    throw error;
  }
}

const mostAttempts = 5;

/** Commits while the server waits for the final line. Without it the server drops the e-mail. */
const sendDigestHandler = (services: DigestServices): TaskHandler =>
  handleTask(sendDigest, async (person, signal) => {
    for (let tries = 0; tries < mostAttempts; tries += 1) if (await attempt(services, person, signal)) return;
    throw new Outdated('digest outdated in every attempt');
  });

/** One at a time, so that a slow server occupies only one worker. */
const digestQueue = 'notice digests';

/** Queues one task per recipient, so that a failure does not affect others. */
const digestsHandler = ({ database }: DigestServices): TaskHandler =>
  definePeriodic('send_notice_digests', '0 6 * * *', () =>
    database.asSystem(async (tx) => {
      for (const payload of await peopleWithEmail(tx))
        await enqueue(tx, sendDigest, { payload, key: `digest ${payload.userId}`, queue: digestQueue });
    }),
  );

export const digestHandlers = (services: DigestServices): TaskHandler[] => [digestsHandler(services), sendDigestHandler(services)];

const keptDays = 90;

export const deleteOldNoticesHandler = ({ database, clock }: Pick<DigestServices, 'database' | 'clock'>): TaskHandler =>
  definePeriodic('delete_old_notices', '37 2 * * *', async (signal) => {
    const before = new Date(clock.now().getTime() - keptDays * dayMs);
    while (!signal.aborted && (await database.asSystem((tx) => deleteBefore(tx, before)))) {
      // Deletes the next batch.
    }
  });
