import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { useInstallation } from '../../../../test/installation.ts';
import { startWorkerProcess } from '../../../../test/killed-worker.ts';
import { addMailbox } from '../../../../test/mailbox-fixtures.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { upsertProfiles } from '../../profiles/store/write.ts';
import { until } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);

let child: ChildProcess | undefined;
let worker: { stop(): Promise<void> } | undefined;
afterAll(async () => {
  child?.kill('SIGKILL');
  await worker?.stop();
  await server.stop();
});

it('[SEND-008] a Telegram step arrives once although the worker is killed between send and response', { timeout: 180_000 }, async () => {
  const features = { has_messaging: true, has_sequences: true, has_telegram: true };
  const company = await here.addCompany({ features });
  const user = await here.addUser(company, 'admin', { canSearch: true });
  const admin = await here.signIn(user);
  await addMailbox(here, user);
  const username = 'killed_1_x';
  const data = profileData.parse({ first_name: 'Anna', last_name: 'Killed', contacts: [{ type: 'telegram', value: username }] });
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [data], { companyId: company, createdBy: null }));
  await here.sql('update profile_contacts set company_id = $1 where profile_id = any($2)', [company, ids]);
  child = startWorkerProcess(here, server.settings);
  const phone = server.nextPhone();
  const { id: account } = await server.addAccount(admin, phone, { online: false });
  await until(async () => expect(await accountOf(admin, account)).toMatchObject({ is_online: true }));
  const templates = [{ channel: 'telegram', body: 'Once', falls_back: false }];
  const { id } = await good(admin.post('/api/v6/sequences/', { name: 'Killed', templates }));
  await good(admin.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: ids }));
  // Telegram accepts the message, its response is lost, and later calls fail with the connection.
  const fault = { phone: null, error: null, milliseconds: 0 };
  server.world.faults.add({ ...fault, method: 'messages.sendMessage', times: 1, fate: 'lost' });
  for (const method of ['messages.sendMessage', 'messages.getHistory', 'messages.getDialogs'])
    server.world.faults.add({ ...fault, method, times: 1000, fate: 'unheard' });
  await good(admin.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
  await until(() => expect(server.received(username, phone)).toEqual(['Once']));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const states = () => here.sql<{ state: string }>('select state from messages');
  expect(await states()).toMatchObject([{ state: 'handed_over' }]);
  server.world.faults.clear();
  worker = await here.application.startWorker();
  await until(async () => expect(await states()).toMatchObject([{ state: 'sent' }]), {
    timeout: 90_000,
  });
  expect(server.received(username, phone)).toEqual(['Once']);
  const { recipients } = await good(admin.get(`/api/v6/sequences/${id}/recipients/`));
  expect(recipients).toMatchObject([{ messages_sent: 1, status: 'sent' }]);
});
