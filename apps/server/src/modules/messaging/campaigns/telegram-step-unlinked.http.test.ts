import { describe, expect, it, vi } from 'vitest';
import { good, until } from '../../../../test/mailing-fixtures.ts';
import { dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { openTelegramSteps, settled, type StepPerson, stepPatience, telegramStep } from '../../../../test/telegram-steps.ts';

const { server, here, team, addPerson, newSequence, launch, getsMail } = await openTelegramSteps('unlinked');

/** Somebody whom nobody knows has written, and was taken for a person without a name at Telegram. */
async function mistakenFor({ profile }: StepPerson, username: string): Promise<number> {
  server.writes(username, team.phone, `I am ${username}`);
  const heard = () =>
    here.sql<{ id: number }>('select dialog_id::int as id from telegram_messages where body = $1 and not is_out', [`I am ${username}`]);
  await vi.waitFor(async () => expect(await heard()).toHaveLength(1), stepPatience);
  const id = (await heard())[0]?.id ?? 0;
  await good(team.rita.caller.put(`${dialogsPath}${id}/profile/`, { profile_id: profile }));
  return id;
}
/** The SIM card sends nothing until then. */
const pause = (until: string | null) =>
  here.sql('update telegram_accounts set flood_wait_until = $2::timestamptz where id = $1', [team.account, until]);
const waiting = ({ profile }: StepPerson) =>
  here.sql<{ username: string }>(
    `select username from messages join mailing_recipients recipient on recipient.id = recipient_id
      where profile_id = $1 and channel = 'telegram' and state = 'planned'`,
    [profile],
  );
/** A step by Telegram waits for somebody who was taken for the person. */
async function waitsForStranger(username: string) {
  const petr = await addPerson({ telegram: false });
  const dialog = await mistakenFor(petr, username);
  await pause('2100-01-01');
  const id = await newSequence([telegramStep('Hello Petr', { subject: 'Hello Petr' })], [petr]);
  await good(launch(id));
  await until(async () => expect(await waiting(petr)).toEqual([{ username }]));
  return { petr, dialog };
}

describe('[TG-029] [SEQ-009] a message of a sequence to whom a stranger was taken for', () => {
  it('leaves another way once the dialog is unlinked, while it waited for the SIM card', { timeout: 60_000 }, async () => {
    const { petr, dialog } = await waitsForStranger('unlinked_ivan_x');
    expect(await team.rita.caller.delete(`${dialogsPath}${dialog}/profile/`)).toMatchObject({ status: 200, body: { profile: null } });
    expect(await waiting(petr)).toEqual([]);
    await pause(null);
    await getsMail(petr, 1);
    expect(server.received('unlinked_ivan_x', team.phone)).toEqual([]);
    expect((await team.rita.caller.get(`${dialogsPath}${dialog}/`)).body).toMatchObject({ profile: null });
  });

  it('reaches no stranger either where it was made as the dialog was being unlinked', { timeout: 60_000 }, async () => {
    const { petr, dialog } = await waitsForStranger('unlinked_vera_x');
    await here.sql('update telegram_dialogs set profile_id = null, linked_at = null, linked_by = null where id = $1', [dialog]);
    await pause(null);
    await getsMail(petr, 1);
    await settled();
    expect(server.received('unlinked_vera_x', team.phone)).toEqual([]);
    expect((await team.rita.caller.get(`${dialogsPath}${dialog}/`)).body).toMatchObject({ profile: null });
  });
});
