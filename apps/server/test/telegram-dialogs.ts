import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, type Caller, type Installation, useInstallation } from './installation.ts';
import { startTelegramServer } from './telegram-fixtures.ts';
import { upload } from './upload.ts';
import { addProfiles } from './vacancy-fixtures.ts';
import { until } from './settled.ts';

export const dialogsPath = '/api/internal/telegram/dialogs/';
export const accountsPath = '/api/internal/telegram/accounts/';
export const messengerFeatures = { has_messaging: true, has_telegram: true };

export interface Begin {
  username?: string;
  profile?: number;
  account?: number;
}

export interface SaidMessage {
  message_id: number;
  message: string;
  state: string;
  attachments: { name: string; size: number; state: string; retry_at: string | null }[];
}

/** A PDF of that many bytes. */
export const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 32)]);

const messages = async (caller: Caller, id: number): Promise<SaidMessage[]> =>
  (await caller.get(`${dialogsPath}${id}/messages/?limit=100`)).body.results;
const last = async (caller: Caller, id: number) => (await messages(caller, id)).at(-1);
const say = (caller: Caller, id: number, message: string | object): Promise<Answer> =>
  caller.post(`${dialogsPath}${id}/send_message/`, typeof message === 'string' ? { message } : message);
/** Waits until the last message matches. */
const becomes = (caller: Caller, id: number, expected: object) => until(async () => expect(await last(caller, id)).toMatchObject(expected));

/** Dialogs through the API. `word` prefixes generated usernames to make them unique per file. */
export function telegramDialogs(here: Installation, word: string) {
  let names = 0;
  const made = () => `${word}_${(names += 1)}_x`;
  const begin = async (caller: Caller, { username = made(), profile, account }: Begin = {}) => {
    const [known = 0] = profile === undefined ? await addProfiles(here, 1) : [profile];
    const from = account === undefined ? {} : { telegram_account_id: account };
    const { status, body } = await caller.post(`${dialogsPath}get_or_create/`, { profile_id: known, username, ...from });
    expect(status).toBe(200);
    return { id: body.id as number, username, profile: known, body };
  };
  return {
    username: made,
    messages,
    last,
    begin,
    say,
    becomes,
    texts: async (caller: Caller, id: number) => (await messages(caller, id)).map(({ message }) => message),
    /** A dialog in which our first message was sent. */
    async converse(caller: Caller, how: Begin = {}) {
      const dialog = await begin(caller, how);
      await say(caller, dialog.id, 'Hello');
      await becomes(caller, dialog.id, { state: 'sent', message: 'Hello' });
      return dialog;
    },
    attach: (caller: Caller, id: number, { name, bytes }: { name: string; bytes: Uint8Array | string }) =>
      upload(caller, { filename: name, bytes, url: `${dialogsPath}${id}/attach/` }),
  };
}

/**
 * A company with an administrator, a SIM card that may begin dialogs, and a worker connected for
 * it. Call it at the top of a file; `word` as in `telegramDialogs`.
 */
export async function openTelegramDialogs(word: string, user: { language?: 'ru' | 'en' } = {}) {
  const server = await startTelegramServer();
  const here = useInstallation(server.settings);
  const telegram = telegramDialogs(here, word);
  const team = { company: 0, admin: {} as Caller, phone: '', account: 0, worker: { stop: async () => {} } };
  const addSim = async () => {
    const phone = server.nextPhone();
    const { id } = await server.addAccount(team.admin, phone);
    await team.admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
    return { id, phone };
  };
  beforeAll(async () => {
    team.company = await here.addCompany({ features: messengerFeatures });
    team.admin = await here.signIn(await here.addUser(team.company, 'admin', user));
    team.worker = await here.application.startWorker();
    ({ id: team.account, phone: team.phone } = await addSim());
  }, 60_000);
  afterAll(async () => {
    await team.worker.stop();
    await server.stop();
  });
  return {
    ...telegram,
    server,
    here,
    team,
    /** Adds a SIM card. */
    addSim,
    /** The person writes, and the message arrives. */
    async answers({ id, username }: { id: number; username: string }, message: string, phone = team.phone) {
      server.writes(username, phone, message);
      await becomes(team.admin, id, { state: 'received', message });
    },
    /** Fails the next message with the error. */
    refuseNext: (error = 'USER_PRIVACY_RESTRICTED') =>
      server.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error, fate: 'sent', milliseconds: 0 }),
  };
}
