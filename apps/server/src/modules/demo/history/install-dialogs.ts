import { spreadDialogs } from '#modules/messaging/telegram/public.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { Phones } from '../phones-port.ts';
import type { Calls, Past } from '../past-port.ts';
import { findFitting, namesById } from '../store.ts';
import { type CallsOf, callsOf } from './calls-of.ts';
import { dialogPeople, type DialogStory, dialogStories, simCards } from './dialog-story.ts';
import { findProgress } from './progress.ts';

export interface InstallDialogsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  past: Past;
  phones: Phones;
  signal: AbortSignal;
}

const admin = 'admin@demo.headwater.test';
const recruiter = 'recruiter@demo.headwater.test';
const fact = 'demo_dialogs';
const patienceMs = 90_000;
const pollMs = 300;

interface Person {
  profileId: number;
  name: string;
  username: string;
}

const usernameOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .trim()
    .replaceAll(/ +/g, '_')
    .toLowerCase()
    .slice(0, 24);

async function peopleOf({ database }: InstallDialogsOptions): Promise<Person[]> {
  const names = await database.readAsSystem(async (tx) => namesById(tx, await findFitting(tx, dialogPeople)));
  return names.flatMap(({ id, first, last }) => {
    const username = usernameOf(`${first} ${last}`);
    return username.length < 5 ? [] : [{ profileId: id, name: first, username }];
  });
}

/** Returns undefined if Telegram is not configured. */
async function addCards(calls: Calls, phones: Phones): Promise<number[] | undefined> {
  const { results, is_configured: isConfigured } = await calls.telegramAccounts.list();
  if (!isConfigured) return undefined;
  const ids: number[] = [];
  for (const { phone, note } of simCards) {
    const known = results.find((each) => each.phone_number === phone);
    if (!known) await calls.telegramAccounts.requestCode({ phone_number: phone });
    const { id } = known ?? (await calls.telegramAccounts.add({ phone_number: phone, code: (await phones.codeFor(phone)) ?? '' }));
    await calls.telegramAccounts.change({ id, note, warms_up: false });
    ids.push(id);
  }
  return ids;
}

async function until({ clock, signal }: Pick<StepContext, 'clock' | 'signal'>, isThere: () => Promise<boolean>): Promise<boolean> {
  for (let left = patienceMs / pollMs; left > 0 && !signal.aborted; left -= 1) {
    if (await isThere()) return true;
    await clock.sleep(pollMs, { signal });
  }
  return false;
}

interface StepContext {
  clock: Clock;
  calls: Calls;
  phones: Phones;
  signal: AbortSignal;
  dialogId: number;
  username: string;
  phone: string;
}

async function runSteps({ key, steps }: DialogStory, person: Person, context: StepContext): Promise<boolean> {
  const { calls, phones, dialogId: id, username, phone } = context;
  const shown = async () => (await calls.telegramDialogs.messages({ id, limit: 50 })).results;
  for (const [index, step] of steps.entries()) {
    if (step === 'they read') await phones.read(username, phone);
    else if (step === 'we read') {
      const newest = (await shown()).findLast((each) => !each.out);
      if (newest) await calls.telegramDialogs.markRead({ id, max_id: newest.message_id });
    } else if ('we' in step) {
      const text = step.we.replace('{name}', person.name);
      await calls.telegramDialogs.send({ id, message: text, request_key: `demo-dialog-${key}-${index}` });
      const isDone = async () => (await shown()).some((each) => each.message === text && ['sent', 'failed'].includes(each.state));
      if (!(await until(context, isDone))) return false;
    } else {
      const text = step.they;
      if (!(await phones.messagesOf(username)).some((each) => each.out && each.text === text))
        await phones.answer(username, { phone, text });
      if (!(await until(context, async () => (await shown()).some((each) => each.message === text)))) return false;
    }
  }
  return true;
}

/** Needs a running worker. Resumes after a kill. */
export async function installDialogs(options: InstallDialogsOptions): Promise<void> {
  const { database, clock, log, past, phones, signal } = options;
  const known = await database.readAsSystem(async (tx) => ({ history: await findProgress(tx), isOver: await readFact<boolean>(tx, fact) }));
  if (!known.history?.isOver || known.isOver || !(await past.maySend())) return;
  const of: CallsOf = callsOf(options);
  const [manager, user] = [await of(admin), await of(recruiter)];
  if (!manager || !user) return;
  const cards = await addCards(manager.calls, phones);
  if (!cards) return;
  const people = await peopleOf(options);
  const dialogIds: number[] = [];
  for (const [index, story] of dialogStories.entries()) {
    const [person, cardId] = [people[index], cards[story.card]];
    if (signal.aborted) return;
    if (!person || cardId === undefined) continue;
    const username = `${person.username}${story.ending ?? ''}`;
    past.clock.set(clock.now());
    try {
      const input = { profile_id: person.profileId, username, telegram_account_id: cardId };
      const { id } = await user.calls.telegramDialogs.getOrCreate(input);
      dialogIds.push(id);
      const phone = simCards[story.card]?.phone ?? '';
      const isWhole = await runSteps(story, person, { calls: user.calls, clock, phones, signal, dialogId: id, username, phone });
      if (!isWhole && !signal.aborted) log.info({ dialog: story.key }, 'demo dialog is incomplete');
    } catch (error) {
      log.info({ err: error, dialog: story.key }, 'demo dialog skipped');
    }
  }
  if (signal.aborted) return;
  await database.asSystem(async (tx) => {
    await spreadDialogs(tx, dialogIds);
    await saveFact(tx, fact, { value: true, savedAt: clock.now() });
  });
}
