import { randomUUID } from 'node:crypto';
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
import { noticeText, read } from './notice-text.ts';
import { deleteBefore, listForEmail, type NoticeRow, peopleWithEmail, putBackForEmail, settingsOf, takeForEmail } from './store.ts';
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
  mailer: SystemMailer;
  /** Undefined where the person is switched off or gone. */
  findReader(tx: Tx, userId: number): Promise<NoticeReader | undefined>;
}

/** The e-mail of one person. */
const sendDigest = defineTask('send_notice_digest', z.object({ companyId: z.number(), userId: z.number() }), { maxAttempts: 8 });
type Person = z.infer<typeof sendDigest.schema>;

interface Prepared {
  email: SystemEmail;
  /** What it tells of. */
  ids: readonly number[];
  /** What waited for it, of which some may be told of to nobody. */
  listed: readonly NoticeRow[];
}

/** What waits for the person, as of this moment. What they have read, may not see any more or no longer want by e-mail waits no longer. */
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

/** Something of it was read, or taken by another process, while it was being sent. */
class Outdated extends Error {}

/** Between two questions to a database that is away or busy, in milliseconds. */
const waitMs = 500;
/** Later it may do what it did not do now. A commit that goes on for longer than a statement may take is waited for again. */
const isPassing = (error: unknown) => ['unavailable', 'timeout'].includes(databaseFailure(error) ?? '');

interface Taken {
  person: Person;
  digestKey: string;
  ids: readonly number[];
}

/**
 * However long the database is away or still keeps the taking, until this process is to stop: nobody else knows what was taken. What was not taken after
 * all, or by another process, stays as it is.
 */
export async function putBack(
  { database, clock }: Pick<DigestServices, 'database' | 'clock'>,
  { person, digestKey, ids }: Taken,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after another
      await database.inCompany(person.companyId, (tx) => putBackForEmail(tx, digestKey, ids));
      return;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- a pause between them
    await clock.sleep(waitMs, { signal });
  }
}

/** False where it must be written anew: something of it was read before it left. */
async function attempt(services: DigestServices, person: Person, signal: AbortSignal): Promise<boolean> {
  const { database, mailer, findReader } = services;
  const reader = await database.asSystem((tx) => findReader(tx, person.userId));
  // Where their company may not work it waits on.
  if (reader && !reader.mayRead) return true;
  const prepared = await prepare(services, person, reader);
  if (!prepared) return true;
  const digestKey = randomUUID();
  let taken: number[] = [];
  const take = async (tx: Tx) => {
    const unread = await takeForEmail(tx, { userId: person.userId, listed: prepared.listed, digestKey });
    const left = new Set(unread);
    if (prepared.ids.some((id) => !left.has(id))) throw new Outdated('something of a digest was read while it was being sent');
    // Before the commit: it may stand though the line falls before the database says so.
    taken = unread;
  };
  try {
    await mailer.send(prepared.email, () => database.inCompany(person.companyId, take));
    return true;
  } catch (error) {
    if (error instanceof Outdated) return false;
    // The server has said that it does not have it, or was not given the end of it.
    if (taken.length > 0) await putBack(services, { person, digestKey, ids: taken }, signal);
    throw error;
  }
}

/** How often a digest is written anew for somebody who reads on meanwhile. */
const mostAttempts = 5;

/**
 * What waits is taken when all but the end of the e-mail stands at the server: after a crash it is either still to be sent, as the server keeps nothing
 * of an e-mail without its end, or has left, and never both.
 */
const sendDigestHandler = (services: DigestServices): TaskHandler =>
  handleTask(sendDigest, async (person, signal) => {
    for (let tries = 0; tries < mostAttempts; tries += 1) if (await attempt(services, person, signal)) return;
    throw new Outdated('a digest was out of date again and again');
  });

/** One after another, so that a slow server occupies one worker. */
const lane = 'notice digests';

/** Every morning, to each who wants it, what they have not read since: each by itself, so that one that fails holds up nobody. */
const digestsHandler = ({ database }: DigestServices): TaskHandler =>
  definePeriodic('send_notice_digests', '0 6 * * *', () =>
    database.asSystem(async (tx) => {
      for (const payload of await peopleWithEmail(tx))
        await enqueue(tx, sendDigest, { payload, key: `digest ${payload.userId}`, queue: lane });
    }),
  );

export const digestHandlers = (services: DigestServices): TaskHandler[] => [digestsHandler(services), sendDigestHandler(services)];

/** Days after which nobody looks for what they were told. */
const keptDays = 90;

export const deleteOldNoticesHandler = ({ database, clock }: Pick<DigestServices, 'database' | 'clock'>): TaskHandler =>
  definePeriodic('delete_old_notices', '37 2 * * *', async (signal) => {
    const before = new Date(clock.now().getTime() - keptDays * dayMs);
    while (!signal.aborted && (await database.asSystem((tx) => deleteBefore(tx, before)))) {
      // The next part.
    }
  });
