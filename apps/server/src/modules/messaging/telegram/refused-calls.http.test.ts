import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

/** Without a worker nothing leaves, so that only the calls fail. */
const server = await startTelegramServer();
const here = useInstallation(server.settings);
const telegram = telegramDialogs(here, 'calls');

let company: number;
let admin: Caller;
let recruiter: Caller;
let card: number;

beforeAll(async () => {
  company = await here.addCompany({ features: messengerFeatures });
  admin = await here.signIn(await here.addUser(company, 'admin', { language: 'en' }));
  recruiter = await here.signIn(await here.addUser(company, 'worker', { canSearch: true, language: 'en' }));
  card = (await server.addAccount(admin, server.nextPhone(), { online: false })).id;
  await admin.put(`${accountsPath}${card}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(() => server.stop());

/** The literal error fields of the messenger, next to the usual ones. */
const refused = (status: number, error: string, message: string) => ({ status, body: { error, message, code: error, detail: message } });
const ask = (phone: string, caller = admin) => caller.post(`${accountsPath}send_code_request/`, { phone_number: phone });
const failNext = (method: string, error: string) =>
  server.world.faults.add({ method, phone: null, times: 1, error, fate: 'sent', milliseconds: 0 });

/** A dialog with a message in the given state. */
async function said(columns: Record<string, unknown> = {}) {
  const { id } = await telegram.begin(recruiter);
  const { message_id: messageId } = (await telegram.say(recruiter, id, 'Hello')).body;
  for (const [name, value] of Object.entries(columns)) await here.sql(`update messages set ${name} = $2 where id = $1`, [messageId, value]);
  const one = `${dialogsPath}${id}/messages/${messageId}/`;
  return { id, one, download: `${dialogsPath}${id}/download_attachment/?message_id=${messageId}` };
}

const calls: [string, string, number, string, string, () => Promise<Answer>][] = [
  [
    'TG-023',
    'a SIM card is changed by who may not manage them',
    403,
    'may_not_manage',
    'Ask your administrator to let you manage SIM cards',
    () => recruiter.put(`${accountsPath}${card}/`, { limit_total: 1 }),
  ],
  [
    'TG-071',
    'somebody else’s dialog is changed',
    403,
    'not_dialog_owner',
    'Only the person who started the dialog may change this',
    async () => admin.patch(`${dialogsPath}${(await said()).id}/`, { access_type: 'private' }),
  ],
  [
    'TG-071',
    'a name is changed that was written to',
    409,
    'dialog_started',
    'Messages were sent to this name already',
    async () => {
      const { id } = await said();
      await here.sql('update telegram_dialogs set peer_id = $1 where id = $1', [id]);
      return recruiter.patch(`${dialogsPath}${id}/`, { username: telegram.username() });
    },
  ],
  [
    'TG-071',
    'a message that waits is sent again',
    409,
    'not_retryable',
    'This message is not waiting to be sent again',
    async () => recruiter.post(`${(await said()).one}retry/`),
  ],
  [
    'TG-071',
    'a message that has left is deleted',
    409,
    'not_discardable',
    'This message can no longer be deleted',
    async () => recruiter.delete((await said({ state: 'sent' })).one),
  ],
  [
    'TG-052',
    'there is no file',
    404,
    'attachment_missing',
    'The file is not there any more',
    async () => recruiter.get((await said()).download),
  ],
  [
    'TG-052',
    'a file is on its way',
    409,
    'attachment_loading',
    'The file is still loading. Try again in a moment',
    async () => recruiter.get((await said({ file_name: 'cv.pdf', file_size: 9, file_state: 'loading' })).download),
  ],
  [
    'TG-071',
    'a dialog is private',
    403,
    'no_access',
    'No access',
    async () => {
      const { id } = await said();
      await recruiter.patch(`${dialogsPath}${id}/`, { access_type: 'private' });
      return admin.get(`${dialogsPath}${id}/`);
    },
  ],
  ['TG-071', 'there is no such dialog', 404, 'not_found', 'Not found', () => recruiter.get(`${dialogsPath}987654321/`)],
  ['TG-071', 'an address names no dialog', 404, 'not_found', 'Not found', () => recruiter.get(`${dialogsPath}none/`)],
  ['TG-071', 'nobody is signed in', 401, 'unauthorized', 'Unauthorized', () => here.visitor().get(dialogsPath)],
  [
    'TG-071',
    'the company has no messenger',
    403,
    'forbidden',
    'Forbidden',
    async () => (await here.signIn(await here.addUser(await here.addCompany(), 'admin', { language: 'en' }))).get(accountsPath),
  ],
  ['TG-062', 'Telegram has closed a number', 403, 'phone_banned', 'Phone permanently banned by the messenger', () => ask('+12025550102')],
  ['TG-066', 'Telegram says nothing of its own', 400, 'unknown', 'Unknown messenger error', () => askFailing(' ')],
  ['TG-072', 'Telegram says what nobody knows', 400, 'unknown', 'CHAT_ADMIN_REQUIRED', () => askFailing('CHAT_ADMIN_REQUIRED')],
];

function askFailing(error: string): Promise<Answer> {
  failNext('auth.sendCode', error);
  return ask(server.nextPhone());
}

describe('a failed call of the messenger', () => {
  it.each(calls)('[TG-071] [TG-074] [%s] returns an error and a message if %s', async (...[, , status, error, message, call]) => {
    expect(await call()).toMatchObject(refused(status, error, message));
  });

  it("[TG-072] names wrong fields in the reader's language, like every call", async () => {
    const { id } = await telegram.begin(recruiter);
    const answer = await telegram.say(recruiter, id, '');
    expect([answer.status, answer.body]).toEqual([400, { message: ['Write a message or attach a file'] }]);
    const russian = await here.signIn(await here.addUser(company, 'worker', { canSearch: true, language: 'ru' }));
    expect(await russian.put(`${accountsPath}${card}/`, { limit_total: 1 })).toMatchObject(
      refused(403, 'may_not_manage', 'Попросите администратора разрешить вам управлять SIM-картами'),
    );
  });

  it('[TG-070] returns a general error for unknown failures, also without a text', async () => {
    const { id } = await said({ state: 'error', failure: 'of a later release' });
    expect(await telegram.last(recruiter, id)).toMatchObject({ error: 'failed', error_text: 'Something went wrong' });
    await here.sql('alter table telegram_dialogs rename column last_at to last_at_elsewhere');
    try {
      expect(await recruiter.get(dialogsPath)).toMatchObject(refused(500, 'failed', 'Something went wrong'));
    } finally {
      await here.sql('alter table telegram_dialogs rename column last_at_elsewhere to last_at');
    }
  });
});

describe('a phone number in a flood wait', () => {
  it.each(['PHONE_NUMBER_FLOOD', 'FLOOD_WAIT_0'])('[TG-060] [DEC-06] waits 300 seconds if %s reports no time', async (error) => {
    const answer = await askFailing(error);
    expect(answer).toMatchObject(refused(429, 'flood_wait', 'request limit exceeded: try again in 300 seconds'));
    expect([answer.body.seconds, answer.headers['retry-after']]).toEqual([300, '300']);
  });

  it('[TG-060] [DEC-06] waits for the seconds that Telegram reports', async () => {
    const answer = await askFailing('FLOOD_WAIT_87');
    expect(answer).toMatchObject(refused(429, 'flood_wait', 'request limit exceeded: try again in 87 seconds'));
    expect(answer.body.seconds).toBe(87);
  });
});

const freeze = (since: string | null, id?: number) =>
  here.sql('update telegram_accounts set frozen_since = $2::timestamptz where id = coalesce($1, id)', [id ?? null, since]);
async function write(from: { telegram_account_id?: number } = {}): Promise<Answer> {
  const [profile = 0] = await addProfiles(here, 1);
  return recruiter.post(`${dialogsPath}get_or_create/`, { profile_id: profile, username: telegram.username(), ...from });
}

describe('a frozen SIM card', () => {
  it('[TG-049] [TG-037] begins no dialog and returns the reason, chosen or with all others frozen', async () => {
    const { id: other } = await server.addAccount(admin, server.nextPhone(), { online: false });
    const why = refused(409, 'account_frozen', 'Telegram has frozen this account. Messages wait until it is unfrozen');
    await freeze('2026-01-01', card);
    expect(await write({ telegram_account_id: card })).toMatchObject(why);
    expect(await write()).toMatchObject({ status: 200, body: { account: { id: other } } });
    await freeze('2026-01-01');
    expect(await write()).toMatchObject(why);
    await freeze(null);
    expect(await write({ telegram_account_id: card })).toMatchObject({ status: 200 });
    await admin.delete(`${accountsPath}${other}/`);
  });
});

describe('SIM cards', () => {
  it('[TG-023] are listed for all users of the messenger, and managed by their managers', async () => {
    const phone = server.nextPhone();
    expect((await ask(phone)).status).toBe(200);
    const code = server.codeFor(phone);
    const none = refused(403, 'may_not_manage', 'Ask your administrator to let you manage SIM cards');
    const answers = [
      await ask(server.nextPhone(), recruiter),
      await recruiter.post(`${accountsPath}resend_code/`, { phone_number: phone }),
      await recruiter.post(accountsPath, { phone_number: phone, code }),
      await recruiter.put(`${accountsPath}${card}/`, { limit_total: 5 }),
      await recruiter.delete(`${accountsPath}${card}/`),
    ];
    for (const answer of answers) expect(answer).toMatchObject(none);
    expect((await recruiter.get('/api/internal/telegram/managers/')).status).toBe(403);
    expect((await recruiter.put('/api/internal/telegram/managers/', { user_ids: [] })).status).toBe(403);
    expect((await recruiter.get(accountsPath)).body).toMatchObject({ may_manage: false, results: [{ id: card, state: 'connected' }] });
    // The refusals used no attempt and changed nothing.
    expect(await admin.post(accountsPath, { phone_number: phone, code })).toMatchObject({ status: 200, body: { limit_total: 10 } });
  });

  it('[TG-056] accept whole limits from 0 to 100 and start with 10', async () => {
    const { id } = await server.addAccount(admin, server.nextPhone(), { online: false });
    const one = async () => ((await admin.get(accountsPath)).body.results as { id: number }[]).find((each) => each.id === id);
    expect(await one()).toMatchObject({ limit_total: 10 });
    for (const limit of [-1, 1.5, 101, 'many'])
      expect([limit, await admin.put(`${accountsPath}${id}/`, { limit_total: limit })]).toMatchObject([
        limit,
        { status: 400, body: { limit_total: [expect.any(String)] } },
      ]);
    for (const limit of [null, '', ' ', Number.NaN])
      expect([limit, await admin.put(`${accountsPath}${id}/`, { limit_total: limit })]).toMatchObject([
        limit,
        { status: 400, body: { limit_total: ['This field cannot be empty'] } },
      ]);
    for (const limit of [true, false, [], [5], {}, '5x'])
      expect([limit, await admin.put(`${accountsPath}${id}/`, { limit_total: limit })]).toMatchObject([
        limit,
        { status: 400, body: { limit_total: ['Enter a number'] } },
      ]);
    expect(await one()).toMatchObject({ limit_total: 10 });
    expect(await admin.put(`${accountsPath}${id}/`, { limit_total: '7' })).toMatchObject({ status: 200, body: { limit_total: 7 } });
    for (const limit of [0, 1, 100])
      expect(await admin.put(`${accountsPath}${id}/`, { limit_total: limit })).toMatchObject({ status: 200, body: { limit_total: limit } });
  });
});
