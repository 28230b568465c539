import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isProof, sampleOf } from '@headwater/domain/testing/sample';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { openCandidates } from '../../integrations/sandbox/candidates.ts';
import { movableClock } from '../../platform/clock.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { createLog } from '#platform/log.ts';
import { demoPassword } from './accounts.ts';
import type { Candidates } from './candidates-port.ts';
import { demoSandboxUsers, demoStories, installDemo, installDemoPeople, installHistory } from './public.ts';
import { poll } from '../../../test/settled.ts';

const directory = mkdtempSync(join(tmpdir(), 'headwater-demo-'));
let sandbox: Sandbox;
const here = useInstallation({}, async () => {
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: demoSandboxUsers });
  return { smtpPort: sandbox.ports.smtp, imapPort: sandbox.ports.imap, httpPort: sandbox.ports.http };
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(directory, { recursive: true, force: true });
});

const recruiter = 'recruiter@demo.headwater.test';
const other = 'recruiter@other.headwater.test';
const companies = [
  {
    email: recruiter,
    finished: 'React developers: first contact',
    running: 'Site reliability engineers: first contact',
    sequence: 'Data engineers in Europe',
    waiting: 3,
  },
  {
    email: other,
    finished: 'Java-разработчики: первое письмо',
    running: 'Тестировщики: первое письмо',
    sequence: 'Руководители проектов, Москва',
    waiting: 2,
  },
];
const domainOf = (email: string) => email.split('@')[1];
/** Companies with a history in this test: one of two, or both in a proof. */
const lived = sampleOf(companies, 1, 'history of the demo');
const isLived = ({ email }: { email: string }) => lived.some((company) => domainOf(company.email) === domainOf(email));

const profiles = 1500;
const log = createLog('error');
const progress = async () =>
  (await here.sql<{ value: { reached: string | null; isOver: boolean } }>("select value from installation where key = 'demo_history'"))[0]
    ?.value;

/** Installs the demo like a start of the server. `alter` wraps the candidates of the history. */
async function start({ hasHistory = true, alter = (one: Candidates) => one } = {}): Promise<void> {
  const { application, clock } = here;
  const { database, search } = application;
  const options = { database, clock, log, profiles, hasHistory, say: () => undefined };
  await installDemo(options);
  const candidates = openCandidates({ httpPort: sandbox.ports.http });
  const past = await application.runDemoHistory(movableClock(clock.now()));
  try {
    await installHistory({
      ...options,
      past,
      candidates: alter(candidates),
      stories: demoStories.filter(isLived),
      untilSearchable: () => search.start(),
      loadNewcomers: () => installDemoPeople(options),
      signal: new AbortController().signal,
    });
  } finally {
    await Promise.all([past.close(), candidates.close()]);
  }
}

/** Kills the start at the n-th move of the clock, and restores the progress saved before. */
async function startAndDie(n: number): Promise<void> {
  const noted: unknown[] = [];
  let moves = 0;
  const alter = (one: Candidates): Candidates => ({
    ...one,
    async setTime(at) {
      if (at && (moves += 1) > n) throw new Error('killed');
      if (at && moves > n - 2) noted.push(await progress());
      await one.setTime(at);
    },
  });
  await expect(start({ alter })).rejects.toThrow('killed');
  await here.sql("update installation set value = $1 where key = 'demo_history'", [JSON.stringify(noted[0])]);
}

const countOf = async (table: string) => (await here.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? 0;
const tables = ['users', 'vacancies', 'candidates', 'mailings', 'mailing_recipients', 'messages', 'incoming_messages', 'tracking_events'];
const more = ['mailing_templates', 'comments', 'saved_queries', 'smart_folders', 'suppressions', 'mailboxes', 'profiles'];
const counts = async () => Object.fromEntries(await Promise.all([...tables, ...more].map(async (table) => [table, await countOf(table)])));

async function as(email: string): Promise<Caller> {
  const caller = here.visitor();
  expect((await caller.post('/api/v6/login/', { email, password: demoPassword })).status).toBe(200);
  return caller;
}
const bodyOf = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
};

interface List {
  id: number;
  name: string;
  status: string;
  recipients_count: number;
  totals: Record<'sent' | 'viewed' | 'replied' | 'bounced' | 'unsubscribed' | 'queued' | 'sending', number>;
  templates: { stats: { sent: number; opened: number; replied: number } }[];
}
const listsOf = async (caller: Caller): Promise<List[]> => (await bodyOf(caller, '/api/v6/mailing_lists/?per_page=100')).mailing_lists;
const named = <T extends { name: string }>(rows: readonly T[], name: string): T => {
  const row = rows.find((one) => one.name === name);
  if (!row) throw new Error(`there is no ${name} among ${rows.map((one) => one.name).join(', ')}`);
  return row;
};

describe('the history of the demo', () => {
  let whilePaused: object;
  beforeAll(async () => {
    // Starts on a Thursday afternoon.
    const now = new Date();
    const thursday = new Date(now.getTime() - ((now.getUTCDay() + 3) % 7) * 86_400_000);
    here.clock.set(new Date(`${thursday.toISOString().slice(0, 10)}T14:20:00Z`));
    await here.application.sendingLock.engage();
    await start();
    whilePaused = { ...(await progress()), mailboxes: await countOf('mailboxes') };
    await here.application.sendingLock.release();
    // Each killed start replays weeks of history.
    if (isProof) for (const moves of [9, 160]) await startAndDie(moves);
    await start();
  }, 600_000);

  it('[DEC-09] waits while sending is paused', () => {
    expect(whilePaused).toMatchObject({ until: null, isOver: false, mailboxes: 0 });
  });

  it('ends before the installation of the demo', async () => {
    expect(await progress()).toMatchObject({ isOver: true });
    const [latest] = await here.sql<{ sent: Date; heard: Date; commented: Date; connected: Date }>(
      `select (select max(sent_at) from messages) as sent, (select max(received_at) from incoming_messages) as heard,
         (select max(created_at) from comments) as commented, (select max(connected_at) from mailboxes) as connected`,
    );
    for (const at of Object.values(latest ?? {})) expect(at.getTime()).toBeLessThanOrEqual(here.clock.now().getTime());
    const [{ weeks } = { weeks: 0 }] = await here.sql<{ weeks: number }>(
      "select count(distinct date_trunc('week', sent_at))::int as weeks from messages",
    );
    expect(weeks).toBeGreaterThanOrEqual(6);
  });

  it('sends each message once, to the mail server of the demo', async () => {
    const taken = [...sandbox.counts().values()];
    expect(taken.length).toBe(await countOf("messages where state = 'sent' or bounced_at is not null"));
    expect(taken.every((count) => count === 1)).toBe(true);
    expect(await countOf("messages where state in ('unknown', 'handed_over', 'claimed')")).toBe(0);
    const [{ twice } = { twice: -1 }] = await here.sql<{ twice: number }>(
      "select count(*)::int as twice from (select from incoming_messages where kind = 'reply' group by message_id having count(*) > 1) as more",
    );
    expect(twice).toBe(0);
  });

  it.each(lived)('$email has a finished and a running mailing', async ({ email, finished, running }) => {
    const lists = await listsOf(await as(email));
    const done = named(lists, finished);
    expect(done.status).toBe('finished');
    for (const part of ['sent', 'viewed', 'replied', 'bounced', 'unsubscribed'] as const)
      expect([part, done.totals[part] > 0]).toEqual([part, true]);
    expect(done.totals.replied).toBeLessThan(done.totals.sent * 0.7);
    const active = named(lists, running);
    expect(active.status).toBe('sending');
    expect(active.totals.sent).toBeGreaterThan(15);
    expect(active.totals.queued).toBeGreaterThan(5);
  });

  it.each(lived)('$email has a sequence half-way', async ({ email, sequence: name }) => {
    const caller = await as(email);
    const sequence = named<List>((await bodyOf(caller, '/api/v6/sequences/')).sequences, name);
    const [first, second, third] = sequence.templates.map(({ stats }) => stats.sent);
    expect(sequence).toMatchObject({ status: 'sending' });
    expect(first).toBeGreaterThan(second ?? 0);
    expect(second).toBeGreaterThan(0);
    expect(third).toBe(0);
    const { recipients } = await bodyOf(caller, `/api/v6/sequences/${sequence.id}/recipients/?per_page=100`);
    const ends = new Set(recipients.map((one: { ended: string | null }) => one.ended));
    expect(ends).toContain('replied');
    expect(ends).toContain(null);
  });

  it.each(lived)('$email has answered and unanswered replies in the inbox', async ({ email, waiting }) => {
    const caller = await as(email);
    const { threads } = await bodyOf(caller, '/api/v6/messaging/threads/?needs_attention=true&limit=100');
    const replies = threads.filter((one: { last_kind: string }) => one.last_kind === 'reply');
    expect(replies.length).toBeGreaterThanOrEqual(waiting);
    expect(replies.length).toBeLessThan(20);
    const all = await bodyOf(caller, '/api/v6/messaging/threads/?limit=100');
    expect(all.threads.some((one: { messages: number; needs_attention: boolean }) => one.messages > 1 && !one.needs_attention)).toBe(true);
    expect(new Set(all.threads.map((one: { last_kind: string }) => one.last_kind))).toContain('reply');
  });

  const senders = [
    { email: recruiter, name: 'Rita Keller' },
    { email: 'admin@demo.headwater.test', name: 'Alice Morgan' },
    { email: other, name: 'Ольга Орлова' },
  ];
  it.each(senders.filter(isLived))(
    '$email has a connected mailbox with a signature, and templates with variables',
    async ({ email, name }) => {
      const caller = await as(email);
      expect((await bodyOf(caller, '/api/v6/messaging/mailbox/')).mailbox).toMatchObject({
        state: 'connected',
        address: email,
        from_name: name,
      });
      expect((await bodyOf(caller, '/api/v6/messaging/settings/')).signature).toContain(name);
      const { templates } = await bodyOf(caller, '/api/v6/mailing_templates/?limit=100');
      expect(new Set(templates.map((one: { access_type: string }) => one.access_type))).toEqual(new Set(['public', 'private']));
      expect(templates.every((one: { subject: string; body: string }) => `${one.subject}${one.body}`.includes('{{FIRST_NAME}}'))).toBe(
        true,
      );
    },
  );

  it.each(lived)('$email has saved searches with new results, and a smart vacancy', async ({ email }) => {
    const caller = await as(email);
    const { saved_queries: saved } = await bodyOf(caller, '/api/savedqueries/?per_page=100');
    const ids = saved.map((one: { id: number }) => one.id).join(',');
    const { new_results: results } = await bodyOf(caller, `/api/savedqueries/new_results/?ids=${ids}`);
    expect(saved.length).toBeGreaterThanOrEqual(3);
    expect(results.some((one: { count: number }) => one.count > 0)).toBe(true);
    expect(saved.every((one: { found: number }) => one.found > 0)).toBe(true);
    const { smart_folders: smart } = await bodyOf(caller, '/api/v6/smart_folders/');
    expect(smart).toEqual([expect.objectContaining({ candidates_count: expect.any(Number) })]);
    expect(smart[0].candidates_count).toBeGreaterThan(20);
  });

  it.runIf(isLived({ email: recruiter }))('shows the hiring manager comments of both sides on candidates', async () => {
    const caller = await as('hm@demo.headwater.test');
    const { folders } = await bodyOf(caller, '/api/v6/folders/');
    const backend = named<{ id: number; name: string }>(folders, 'Platform team: Backend developer (Go)');
    const { candidates } = await bodyOf(caller, `/api/v6/folders/${backend.id}/candidates/?per_page=100`);
    const spoken = candidates.filter((one: { comments: number }) => one.comments > 0);
    expect(spoken.length).toBeGreaterThan(0);
    const authors = new Set<string>();
    for (const one of spoken) {
      const { comments } = await bodyOf(caller, `/api/v6/profiles/${one.profile.id}/comments/`);
      for (const comment of comments) authors.add(comment.created_by.first_name);
    }
    expect([...authors].toSorted()).toEqual(['Henry', 'Rita']);
  });

  it.each(lived)('contains open and done tasks of $email', async ({ email }) => {
    const caller = await as(email);
    expect((await bodyOf(caller, '/api/v6/tasks/')).count).toBeGreaterThan(1);
    const { tasks: done } = await bodyOf(caller, '/api/v6/tasks/?status=done');
    expect(done).toEqual([expect.objectContaining({ folder: expect.anything(), done_at: expect.any(String) })]);
  });

  it.each(lived)('[PPL-002] contains fit notes of $email', async ({ email }) => {
    const caller = await as(email);
    const { folders } = await bodyOf(caller, '/api/v6/folders/');
    const ids = folders.map(({ id }: { id: number }) => id);
    const lists = await Promise.all(ids.map((id: number) => bodyOf(caller, `/api/v6/folders/${id}/candidates/?per_page=100`)));
    const verdicts = lists.flatMap(({ candidates }) => candidates).flatMap(({ fit }) => fit?.verdict ?? []);
    expect(new Set(verdicts)).toEqual(new Set(['fits', 'does_not_fit']));
  });

  it.runIf(isLived({ email: recruiter }))('[PPL-003] contains a short list with answers of the hiring manager', async () => {
    const caller = await as('hm@demo.headwater.test');
    const backend = named<{ id: number; name: string }>(
      (await bodyOf(caller, '/api/v6/folders/')).folders,
      'Platform team: Backend developer (Go)',
    );
    const { candidates } = await bodyOf(caller, `/api/v6/folders/${backend.id}/shortlist/`);
    const decisions = candidates.map(({ reviews }: { reviews: { decision: string; is_own: boolean }[] }) =>
      reviews.map((one) => one.decision),
    );
    expect(decisions.flat().toSorted()).toEqual(['approved', 'rejected']);
    expect(candidates.length).toBeGreaterThan(1);
  });

  it('contains a message for each contacted candidate, and a reply of each with a later status', async () => {
    const rows = await here.sql<{ name: string; written: boolean; heard: boolean }>(
      `select status.name, count(message.id) > 0 as written, count(message.replied_at) > 0 as heard
       from candidates candidate join candidate_statuses status on status.id = candidate.status_id
       left join mailing_recipients recipient on recipient.candidate_id = candidate.id left join messages message on message.recipient_id = recipient.id
       where status.name in ('Contacted', 'Replied', 'Interview', 'Offer', 'Hired') and candidate.vacancy_id not in (select vacancy_id from smart_folders)
         and candidate.company_id in (select company_id from users where email = any($1))
       group by candidate.id, status.name`,
      [lived.map(({ email }) => email)],
    );
    expect(rows.length).toBeGreaterThan(15 * lived.length);
    expect(rows.filter(({ written }) => !written)).toEqual([]);
    expect(rows.filter(({ name, heard }) => heard === (name === 'Contacted'))).toEqual([]);
  });

  it.each(lived)('leaves at most five unread notices to $email', async ({ email }) => {
    expect((await bodyOf(await as(email), '/api/v6/notices/unread/')).count).toBeLessThanOrEqual(5);
  });

  it.each(lived)('shows searches, pipeline and messages of $email in the statistics of the last 90 days', async ({ email }) => {
    const caller = await as(email.replace(/^recruiter@demo/, 'admin@demo'));
    const { company } = await bodyOf(caller, '/api/internal/users/me/');
    const today = here.clock.now().getTime();
    const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
    const figures = async (section: string) => {
      const path = `/api/v6/companies/${company.company_id}/statistics/${section}/?date_from=${day(95)}&date_to=${day(0)}`;
      const view: { figures: { id: string; now: { count: number } }[] } = await bodyOf(caller, path);
      return view.figures.filter(({ now }) => now.count > 0).map(({ id }) => id);
    };
    expect(await figures('search')).toEqual(expect.arrayContaining(['queries', 'views', 'people_viewed', 'openings', 'saved_searches']));
    expect(await figures('pipeline')).toEqual(expect.arrayContaining(['added', 'moves', 'rejected']));
    expect(await figures('messaging')).toEqual(expect.arrayContaining(['sent', 'delivered', 'opened', 'replied', 'positive', 'bounced']));
  });

  it('is created once: later starts with or without history add nothing', async () => {
    const before = await counts();
    await start();
    await start({ hasHistory: false });
    expect(await counts()).toEqual(before);
    expect(before['profiles']).toBe(profiles + 60);
  });

  it('[SEND-009] continues: a worker sends the next message of the running mailing', async () => {
    const [{ email, running: name } = { email: recruiter, running: '' }] = lived;
    const caller = await as(email);
    const sent = async () => named(await listsOf(caller), name).totals.sent;
    const before = await sent();
    const worker = await here.application.startWorker();
    try {
      await poll(sent).toBeGreaterThanOrEqual(before);
      here.clock.advance(200_000);
      await poll(sent).toBeGreaterThan(before);
    } finally {
      await worker.stop();
    }
  });
});
