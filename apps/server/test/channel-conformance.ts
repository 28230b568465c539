import { expect, it } from 'vitest';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import { hourMs } from '@headwater/domain/time/durations';
import { good } from './mailing-fixtures.ts';
import { settled, until } from './settled.ts';
import { day, type openTelegramSteps, type StepPerson } from './telegram-steps.ts';

type Steps = Awaited<ReturnType<typeof openTelegramSteps>>;

/** A channel as its people and its service see it. */
export interface ChannelHarness {
  channel: StepChannel;
  /** A person whom only this channel reaches. */
  addPerson(): Promise<StepPerson>;
  step(text: string, more?: object): object;
  /** Texts that reached the person, oldest first. */
  received(person: StepPerson): Promise<readonly string[]>;
  reply(person: StepPerson): Promise<void>;
  /** The person asks for no more messages. */
  optOut(person: StepPerson): Promise<void>;
  /** The channel sends nothing before that time. Null: it sends. */
  pauseUntil(moment: Date | null): Promise<void>;
}

const later = { send_delay: day };

/** Promises that every channel keeps for steps of a sequence. */
export function testChannel(
  { here, recipientOf, newSequence, launch, launchInfo, isSaid, whyOf, advance }: Steps,
  { channel, addPerson, step, received, reply, optOut, pauseUntil }: ChannelHarness,
): void {
  const start = async (templates: readonly object[], people: readonly StepPerson[]) => {
    const id = await newSequence(templates, people);
    await good(launch(id));
    return id;
  };
  const gets = (person: StepPerson, texts: readonly string[]) => until(async () => expect(await received(person)).toEqual(texts));

  it('sends each step when it is due, and ends', { timeout: 90_000 }, async () => {
    const anna = await addPerson();
    const id = await start([step('First'), step('Second', later)], [anna]);
    await gets(anna, ['First']);
    await isSaid(id, anna, {
      messages_sent: 1,
      messages: [
        { channel, status: 'sent' },
        { channel, status: 'pending' },
      ],
    });
    advance(1);
    await gets(anna, ['First', 'Second']);
    await isSaid(id, anna, { ended: 'finished' });
    expect(await recipientOf(id, anna)).toMatchObject({ messages: [{ status: 'sent' }, { status: 'sent' }] });
  });

  it('ends the sequence with a reply', { timeout: 90_000 }, async () => {
    const [anna, boris] = [await addPerson(), await addPerson()];
    const id = await start([step('First'), step('Second', later)], [anna, boris]);
    await gets(anna, ['First']);
    await gets(boris, ['First']);
    await reply(anna);
    await isSaid(id, anna, { ended: 'replied', messages: [{ channel, status: 'replied' }] });
    advance(1);
    await gets(boris, ['First', 'Second']);
    expect(await received(anna)).toEqual(['First']);
  });

  it('waits while the channel may not send, and explains until when', { timeout: 90_000 }, async () => {
    const anna = await addPerson();
    const free = new Date(here.clock.now().getTime() + hourMs);
    await pauseUntil(free);
    const id = await start([step('Only')], [anna]);
    await until(async () => expect(await whyOf(id, anna)).toMatchObject({ expected_at: free.toISOString() }));
    await settled();
    expect(await received(anna)).toEqual([]);
    here.clock.advance(hourMs + 1000);
    await gets(anna, ['Only']);
    await pauseUntil(null);
  });

  it('sends once although the worker died between sending and recording', { timeout: 90_000 }, async () => {
    const anna = await addPerson();
    const id = await start([step('Once'), step('Second', later)], [anna]);
    await isSaid(id, anna, { messages_sent: 1 });
    const { messages } = await recipientOf(id, anna);
    // The row as a worker leaves it that dies after the network call.
    await here.sql(
      `update messages set state = 'handed_over', claimed_by = 'messenger', lease_until = $2, send_at = $2, telegram_id = null where id = $1`,
      [messages[0].id, new Date(here.clock.now().getTime() - 1000)],
    );
    await here.sql(`delete from message_events where message_id = $1 and type = 'sent'`, [messages[0].id]);
    await until(async () => expect(await recipientOf(id, anna)).toMatchObject({ messages: [{ status: 'sent' }, {}] }), {
      clock: here.clock,
    });
    expect(await received(anna)).toEqual(['Once']);
    advance(1);
    await gets(anna, ['Once', 'Second']);
  });

  it('sends nothing to a person who asked for no messages', { timeout: 90_000 }, async () => {
    const [anna, boris] = [await addPerson(), await addPerson()];
    await start([step('First')], [anna, boris]);
    await gets(anna, ['First']);
    await optOut(anna);
    const again = await newSequence([step('Again')], [anna, boris]);
    await until(async () => expect((await launchInfo(again)).will_receive).toBe(1));
    await good(launch(again));
    await gets(boris, ['First', 'Again']);
    await isSaid(again, anna, { messages: [{ error_reason: 'unsunscribed' }] });
    expect(await received(anna)).toEqual(['First']);
  });

  it('skips a person whom it does not reach', { timeout: 90_000 }, async () => {
    const nobody = await addPerson();
    await here.sql('delete from profile_contacts where profile_id = $1', [nobody.profile]);
    const boris = await addPerson();
    const id = await newSequence([step('First')], [nobody, boris]);
    await good(launch(id));
    await gets(boris, ['First']);
    await settled();
    expect(await received(nobody)).toEqual([]);
    expect((await recipientOf(id, nobody)).messages_sent).toBe(0);
  });
}
