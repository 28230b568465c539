import { Client } from 'pg';
import { expect, it } from 'vitest';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { lockPerson } from './dialogs/link-dialog.ts';
import { forgetUnlinked } from './store/unlinked.ts';
import { until } from '../../../../test/settled.ts';

const { server, here, team, addSim, begin, say, becomes, username } = await openTelegramDialogs('once', { language: 'en' });

/** An unresolved contact has written and was linked to the wrong profile. */
async function mistaken() {
  const name = username();
  const [profile = 0] = await addProfiles(here, 1);
  server.writes(name, team.phone, `I am ${name}`);
  const found = () =>
    here.sql<{ id: number; peer: number }>('select id::int as id, peer_id::float8 as peer from telegram_dialogs where username = $1', [
      name,
    ]);
  await until(async () => expect(await found()).toHaveLength(1));
  const { id, peer } = (await found())[0] ?? { id: 0, peer: 0 };
  const link = () => team.admin.put(`${dialogsPath}${id}/profile/`, { profile_id: profile });
  await good(link());
  return { id, peer, name, profile, link, unlink: () => team.admin.delete(`${dialogsPath}${id}/profile/`) };
}
/** Waits for the number of blocked transactions. */
const wait = (count: number) =>
  until(async () => {
    const waiting = await here.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
    expect(waiting.length).toBeGreaterThanOrEqual(count);
  });

it('[TG-029] a contact is linked manually during the lookup for a message to them', async () => {
  const { peer, profile, link, unlink } = await mistaken();
  await good(unlink());
  const linking = await here.application.database.inCompany(team.company, async (tx) => {
    // The lock order of a lookup.
    await lockPerson(tx, { companyId: team.company, peerId: peer });
    const answer = link();
    await wait(1);
    await forgetUnlinked(tx, { company_id: team.company, peer_id: peer, username: null }, profile);
    return { answer };
  });
  expect(await linking.answer).toMatchObject({ status: 200, body: { profile: { id: profile } } });
});

it('[TG-029] a message fails if its person is unlinked during the lookup', { timeout: 60_000 }, async () => {
  const { name, profile, unlink } = await mistaken();
  const [other, renamed] = [await addSim(), username()];
  server.world.people.rename(server.personOf(name), renamed);
  const pause = (until: string | null) =>
    here.sql('update telegram_accounts set flood_wait_until = $2::timestamptz where id = $1', [other.id, until]);
  await pause('2100-01-01');
  const begun = await begin(team.admin, { username: renamed, profile, account: other.id });
  await say(team.admin, begun.id, 'Is it you?');
  here.clock.advance(1000);
  const line = new Client({ connectionString: here.databaseUrl });
  await line.connect();
  await line.query('begin');
  await line.query('lock table telegram_unlinked_profiles in share mode');
  const unlinking = unlink();
  await wait(1);
  await pause(null);
  await wait(2);
  await line.query('commit');
  await line.end();
  expect(await unlinking).toMatchObject({ status: 200, body: { profile: null } });
  await becomes(team.admin, begun.id, { state: 'failed', error: 'dialog_elsewhere' });
  expect(server.received(renamed, other.phone)).toEqual([]);
  await team.admin.delete(`${accountsPath}${other.id}/`);
});
