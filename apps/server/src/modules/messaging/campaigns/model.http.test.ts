import { array, assert, asyncProperty, constant, integer, oneof, record } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { connectionsTo } from '../../../../test/channel-fixtures.ts';
import { useInstallation } from '../../../../test/installation.ts';
import { addMailbox, addUnlimitedCompany, mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { mailingsIn, messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { addReaders, good, newList, noChannels, type Reader } from '../../../../test/mailing-fixtures.ts';
import { findActor } from '../../accounts/public.ts';
import type { OutboundPolicy } from '../messages/outbound-policy.ts';
import type { Mailbox, SendOutcome } from '../channels/mailbox-port.ts';
import { readMailbox } from '../inbound/reader.ts';
import { deliverNext, type SenderServices } from '../delivery/sender/deliver.ts';
import { recordBounce, recordReply } from './planner/record-outcomes.ts';
import { createLog } from '../../../platform/log.ts';
import { createMailReader } from '../../../platform/mail/reading/mail-reader.ts';
import { planDue } from './planner/planner.ts';
import type { PlannerServices } from './planner/planner-services.ts';

const here = useInstallation();
const log = createLog('silent');
const mailReader = createMailReader();
afterAll(() => mailReader.close());
const hour = 3_600_000;
const [readersOfRun, workers] = [4, 4];
/** Longer runs: npm run bench -- model --runs 10000 */
const runs = Number(process.env['MODEL_RUNS'] ?? 6);
const seed = process.env['MODEL_SEED'];

type Command =
  | { kind: 'launch' | 'stop' | 'append' | 'drop' | 'crash_before' | 'crash_after' | 'refuse' }
  | { kind: 'wait'; hours: number }
  | { kind: 'reply' | 'bounce' | 'unsubscribe' | 'halt' | 'resume'; who: number };

const who = integer({ min: 0, max: readersOfRun - 1 });
const commands = array(
  oneof(
    { weight: 4, arbitrary: record({ kind: constant('wait' as const), hours: integer({ min: -2, max: 60 }) }) },
    { weight: 3, arbitrary: record({ kind: constant('launch' as const) }) },
    record({
      kind: oneof(...(['stop', 'append', 'drop', 'crash_before', 'crash_after', 'refuse'] as const).map((kind) => constant(kind))),
    }),
    record({ kind: oneof(...(['reply', 'bounce', 'unsubscribe', 'halt', 'resume'] as const).map((kind) => constant(kind))), who }),
  ),
  { minLength: 3, maxLength: 14 },
) as unknown as ReturnType<typeof array<Command>>;

/** Nothing arrives by mail, and the server files sent messages. */
const uneventful = {
  readNew: async () => ({ ok: true as const, messages: [], cursor: {}, more: false }),
  appendToSent: async () => ({ result: 'already_there' as const }),
  close: async () => undefined,
};

/** A provider that files accepted messages, stops responding on request, and records arrivals. */
function provider() {
  const arrived: string[] = [];
  let fault: 'crash_before' | 'crash_after' | 'refuse' | undefined;
  const send = async ({ messageId }: { messageId: string }): Promise<SendOutcome> => {
    const now = fault;
    fault = undefined;
    if (now === 'refuse')
      return { outcome: 'refused', permanence: 'temporary', reason: 'server', code: 451, response: 'try again in 60 s' };
    if (now === 'crash_before') throw new Error('the worker was killed');
    arrived.push(messageId);
    if (now === 'crash_after') throw new Error('the worker was killed');
    return { outcome: 'accepted', response: '250', raw: new Uint8Array() };
  };
  const findSent = async (messageId: string) => ({
    found: arrived.includes(messageId) ? ('yes' as const) : ('no' as const),
    folder: 'Sent',
  });
  const mailbox = { ...uneventful, send, findSent };
  return { arrived, mailbox: mailbox as unknown as Mailbox, breakNext: (kind: typeof fault) => (fault = kind) };
}

/** The expected state of a recipient by separate rules: whole hours, no windows. */
interface Expected {
  reader: Reader;
  recipientId: number;
  ended: boolean;
  halted: boolean;
  launchedAt: number | undefined;
  /** Numbers of arrived steps and the time of the last one. */
  got: number[];
  lastAt: number;
  isSuppressed: boolean;
}

async function setUp() {
  const company = await addUnlimitedCompany(here);
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  const mailboxId = await addMailbox(here, user, { files_sent: true });
  const readers = await addReaders(here, company, readersOfRun);
  const templates = [0, 24, 30].map((hours, index) => ({ subject: `Step ${index}`, body: '<p>Text</p>', send_delay: hours * 3600 }));
  const list = await newList({ user, caller, address: '' }, { readers, templates });
  const rows = await recipientsIn(here).find({ mailing_id: list.id });
  const people = readers.map((reader): Expected => {
    const recipientId = Number(rows.find((row) => Number(row.profile_id) === reader.profile)?.id);
    return { reader, recipientId, ended: false, halted: false, launchedAt: undefined, got: [], lastAt: 0, isSuppressed: false };
  });
  return { companyId: company, caller, mailboxId, list: list.id, people };
}

type World = Awaited<ReturnType<typeof setUp>> & {
  wire: ReturnType<typeof provider>;
  running: boolean;
  steps: { number: number; hours: number }[];
  next: number;
};

const quiet = async () => undefined;
const times = { handOver: 1000, settle: 1000 };
const leases = { claim: 1000, smtp: times, service: times };

function services({ wire, people }: World): { sender(id: number): SenderServices; planner: PlannerServices } {
  const { database } = here.application;
  const suppressedAddress = (email: string) => people.some((one) => one.isSuppressed && one.reader.email === email);
  const policy: OutboundPolicy = {
    prepare: async (_tx, leaving) =>
      new Map(
        leaving.flatMap(({ id, email }) =>
          suppressedAddress(email) ? [[id, { refusal: 'unsunscribed' as const, detail: '' }] as const] : [],
        ),
      ),
    suppressed: async () => new Map(),
    suppress: async () => undefined,
    eventsOf: async () => [],
  };
  const connections = connectionsTo(() => wire.mailbox);
  const base = { database, clock: here.clock, log, maySend: async () => true, suppressed: policy.suppressed };
  return {
    planner: { ...base, changeStatuses: quiet, channels: noChannels, findActor },
    sender: (id) => ({
      ...base,
      policy,
      leases,
      workerId: `worker ${id}`,
      connections,
      ingest: (mailboxId) => readMailbox({ ...base, policy, mailReader, connections, announce: quiet }, mailboxId),
      readImage: async () => undefined,
      readFile: async () => undefined,
      announce: quiet,
      announceMany: quiet,
    }),
  };
}

/** Runs one worker until it is idle or killed. */
async function work(world: World, id: number): Promise<void> {
  const { planner, sender } = services(world);
  // Replies are read immediately here.
  await mailboxesIn(here).update({ id: world.mailboxId }, { read_at: here.clock.now() });
  for (let done = 1; done > 0;) {
    done = (await planDue(planner)).looked;
    while (await deliverNext(sender(id), world.mailboxId)) done += 1;
  }
}

const messagesOf = (world: World) =>
  here.sql<{ recipient_id: string; step: number; message_id: string; state: string; sent_at: Date | null; id: string }>(
    `select messages.* from messages join mailing_recipients on mailing_recipients.id = recipient_id where mailing_id = $1 order by sent_at, messages.id`,
    [world.list],
  );

/** Runs workers until no message is in flight. Killed ones restart after their leases. */
async function drain(world: World): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    await Promise.allSettled(Array.from({ length: workers }, (_, id) => work(world, id)));
    const open = (await messagesOf(world)).some(({ state }) => ['planned', 'claimed', 'handed_over'].includes(state));
    if (!open) return;
    here.clock.advance(61_000);
  }
  throw new Error('messages stay on their way');
}

/** The next step and its time; undefined after the last one. */
function nextStep({ steps }: World, person: Expected): { number: number; at: number } | undefined {
  const furthest = Math.max(-1, ...person.got.map((number) => steps.findIndex((step) => step.number === number)));
  const step = steps[furthest + 1];
  const from = person.got.length > 0 ? person.lastAt : (person.launchedAt ?? 0);
  return step && { number: step.number, at: from + step.hours * hour };
}

const goesOn = (person: Expected) => person.launchedAt !== undefined && !person.ended && !person.halted;

/** Compares arrivals with the rules. */
function expectArrivals(world: World, sentAt: (person: Expected, step: number) => number | undefined): void {
  if (!world.running) return;
  for (const person of world.people) {
    for (
      let next = nextStep(world, person);
      goesOn(person) && next && next.at <= here.clock.now().getTime();
      next = nextStep(world, person)
    ) {
      if (person.isSuppressed) person.ended = true;
      else {
        person.got.push(next.number);
        person.lastAt = sentAt(person, next.number) ?? next.at;
      }
    }
  }
  world.running = world.people.some((person) => goesOn(person) && nextStep(world, person) !== undefined);
}

const call = (world: World, path: string, body?: object) => world.caller.post(`/api/v6/${path}`, body);

async function edit(world: World, change: 'append' | 'drop'): Promise<void> {
  const { templates } = await good(world.caller.get(`/api/v6/mailing_lists/${world.list}/`));
  if (change === 'drop' && templates.length < 2) return;
  const more = { subject: 'More', body: '<p>More</p>', send_delay: 12 * 3600 };
  const changed = change === 'drop' ? templates.slice(0, -1) : [...templates, more];
  const { status } = await world.caller.patch(`/api/v6/mailing_lists/${world.list}/`, { templates: changed });
  expect(status).toBe(world.running ? 409 : 200);
  if (status !== 200) return;
  if (change === 'drop') world.steps.pop();
  else world.steps.push({ number: world.next++, hours: 12 });
}

async function launch(world: World): Promise<void> {
  const { status } = await call(world, `mailing_lists/${world.list}/launch/`, {});
  if (status !== 200) return;
  world.running = true;
  for (const person of world.people) if (!person.ended && !person.halted) person.launchedAt ??= here.clock.now().getTime();
}

async function stop(world: World): Promise<void> {
  const { status } = await call(world, `mailing_lists/${world.list}/stop/`);
  expect(status).toBe(world.running ? 200 : 409);
  world.running = false;
}

/** A response to the person's last message arrives. */
async function hear(world: World, person: Expected, kind: 'reply' | 'bounce'): Promise<void> {
  const own = (await messagesOf(world)).findLast((row) => Number(row.recipient_id) === person.recipientId && row.state === 'sent');
  if (!own) return;
  const at = here.clock.now();
  const messageId = Number(own.id);
  await here.application.database.asSystem(async (tx) => {
    if (kind === 'reply') await recordReply(tx, { companyId: world.companyId, messageId, receivedAt: at });
    else await recordBounce(tx, messageId, { at, now: at, detail: 'no such user', mailboxId: 0 });
  });
  person.ended = true;
}

async function apply(world: World, command: Command): Promise<void> {
  if (command.kind === 'wait') return here.clock.advance(command.hours * hour);
  if (command.kind === 'launch') return launch(world);
  if (command.kind === 'append' || command.kind === 'drop') return edit(world, command.kind);
  if (command.kind === 'stop') {
    return stop(world);
  }
  if (!('who' in command)) return void world.wire.breakNext(command.kind);
  const person = world.people[command.who] as Expected;
  if (command.kind === 'unsubscribe') person.isSuppressed = true;
  else if (command.kind === 'reply' || command.kind === 'bounce') await hear(world, person, command.kind);
  else {
    const { status } = await call(world, `mailing_recipients/${person.recipientId}/${command.kind === 'halt' ? 'stop' : 'resume'}/`);
    if (status === 200) person.halted = command.kind === 'halt';
  }
}

async function compare(world: World): Promise<void> {
  const rows = await messagesOf(world);
  expect(new Set(world.wire.arrived).size).toBe(world.wire.arrived.length);
  const known = new Set(rows.map((row) => row.message_id));
  expect(world.wire.arrived.filter((id) => !known.has(id))).toEqual([]);
  const of = (person: Expected) =>
    rows.filter((row) => Number(row.recipient_id) === person.recipientId && world.wire.arrived.includes(row.message_id));
  expectArrivals(world, (person, step) =>
    of(person)
      .find((row) => row.step === step)
      ?.sent_at?.getTime(),
  );
  const seen = world.people.map((person) => of(person).map((row) => row.step));
  expect(seen).toEqual(world.people.map((person) => person.got));
  expect((await mailingsIn(here).one({ id: world.list })).status === 'sending').toBe(world.running);
}

describe('mailings that are stopped, changed, answered and killed in any order', () => {
  it(
    '[MAIL-048] [MAIL-051] [MAIL-054] [SEND-009] [DEC-09] agree with a model: every message once, in time, and none after the end',
    { timeout: Math.max(600_000, runs * 10_000) },
    async () => {
      let checked = 0;
      await assert(
        asyncProperty(commands, async (sequence) => {
          const steps = [0, 24, 30].map((hours, number) => ({ number, hours }));
          const world: World = { ...(await setUp()), wire: provider(), running: false, steps, next: 3 };
          const ending: Command[] = [
            { kind: 'launch' },
            { kind: 'wait', hours: 100 },
            { kind: 'wait', hours: 100 },
            { kind: 'wait', hours: 100 },
          ];
          for (const command of [...sequence, ...ending]) {
            await apply(world, command);
            await drain(world);
            await compare(world);
            checked += 1;
          }
          const { status } = await good(world.caller.get(`/api/v6/mailing_lists/${world.list}/`));
          expect(status === 'sending').toBe(world.running);
        }),
        { numRuns: runs, endOnFailure: true, ...(seed ? { seed: Number(seed) } : {}) },
      );
      expect(checked).toBeGreaterThan(runs * 6);
    },
  );
});

const begun = async (): Promise<World> => {
  const steps = [0, 24, 30].map((hours, number) => ({ number, hours }));
  const world: World = { ...(await setUp()), wire: provider(), running: false, steps, next: 3 };
  await launch(world);
  await drain(world);
  expect(world.wire.arrived).toHaveLength(readersOfRun);
  return world;
};

describe('after a machine stop', () => {
  it('[DEC-09] [DEC-10] sends no follow-up before the mailbox is read, because a reply may be there', async () => {
    const world = await begun();
    here.clock.advance(25 * hour);
    await mailboxesIn(here).update({ id: world.mailboxId }, { read_at: new Date(here.clock.now().getTime() - 11 * 60_000) });
    const { planner, sender } = services(world);
    const why = async () => (await world.caller.get(`/api/v6/mailing_recipients/${world.people[0]?.recipientId}/why/`)).body;
    await planDue(planner);
    expect(await deliverNext(sender(0), world.mailboxId)).toBe(false);
    expect(await why()).toMatchObject({ reason: 'unread', expected_at: null });
    // A message planned before the stop waits as well.
    await mailboxesIn(here).update({ id: world.mailboxId }, { read_at: here.clock.now() });
    here.clock.advance(30_000);
    await planDue(planner);
    expect((await why()).reason).toBe('queued');
    await mailboxesIn(here).update({ id: world.mailboxId }, { read_at: null });
    while (await deliverNext(sender(0), world.mailboxId));
    expect((await why()).reason).toBe('unread');
    expect(world.wire.arrived).toHaveLength(readersOfRun);
    here.clock.advance(30_000);
    await drain(world);
    expect(world.wire.arrived).toHaveLength(2 * readersOfRun);
    here.clock.advance(31 * hour);
    expect((await world.caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    expect(await why()).toMatchObject({ reason: 'mailbox_missing', text: expect.stringMatching(/^No mailbox is connected/) });
  });

  it('[DEC-09] an armed copy resends nothing that the original has sent since the backup', async () => {
    const world = await begun();
    // The state of the copy: due and not created.
    for (const { id, launched_at: launchedAt } of await recipientsIn(here).find({ mailing_id: world.list })) {
      await messagesIn(here).delete({ recipient_id: id });
      await recipientsIn(here).update({ id }, { next_at: launchedAt, ended: null });
    }
    here.clock.advance(1000);
    await here.application.sendingLock.engage();
    await here.application.sendingLock.release();
    await drain(world);
    expect(world.wire.arrived).toHaveLength(readersOfRun);
    expect((await messagesOf(world)).map(({ state, step }) => `${step} ${state}`)).toEqual(
      Array.from({ length: readersOfRun }, () => '0 sent'),
    );
    here.clock.advance(25 * hour);
    await drain(world);
    expect(world.wire.arrived).toHaveLength(2 * readersOfRun);
  });
});
