import { beforeAll, expect, it } from 'vitest';
import { type Caller, useSharedInstallation } from '../../../../test/installation.ts';
import { addAnswer, addMessage, messagesIn } from '../../../../test/message-fixtures.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();

let company: number;
let author: number;
let anna: Caller;
let bert: Caller;
beforeAll(async () => {
  company = await here.addCompany({ features: { has_messaging: true } });
  const user = await here.addUser(company, 'worker');
  author = user.id;
  [anna, bert] = [await here.signIn(user), await here.signIn(await here.addUser(company, 'worker'))];
});

let counter = 0;
/** A message to a typed address of a person with that contact, which Bert has not opened. */
async function writeTo(contact: string | null, of: number | null = null) {
  counter += 1;
  const contacts = contact === null ? [] : [{ type: 'email' as const, value: contact, source: 'linkedin' as const }];
  const [profile = 0] = await addProfiles(here, 1, { input: { contacts }, ...(of === null ? {} : { companyId: of }) });
  return addMessage(here, {
    company,
    user: author,
    profile,
    email: `private${counter}@readers.test`,
    mailing: { access_type: 'public' },
    message: { state: 'sent', sent_at: new Date(Date.now() - 3_600_000) },
  });
}

/** All texts about the message and the person. */
async function shownTo(who: Caller, { id, profile, recipient }: Awaited<ReturnType<typeof writeTo>>): Promise<string> {
  const bodies = [];
  for (const path of [
    `/api/v6/messages/${id}/`,
    `/api/v6/messages/${id}/why/`,
    `/api/v6/messaging/thread/?profile_id=${profile}`,
    '/api/v6/messaging/threads/',
    `/api/v6/mailing_recipients/?profile_id=${profile}`,
    `/api/v6/mailing_recipients/${recipient}/`,
  ])
    bodies.push(await good(who.get(path)));
  return JSON.stringify(bodies);
}

const addEvent = (messageId: number, text: string) =>
  here.sql(`insert into message_events (company_id, message_id, type, happened_at, data) values ($1, $2, 'bounced', now(), $3)`, [
    company,
    messageId,
    JSON.stringify({ text }),
  ]);

it.each([
  ['vera.lisova77@gmail.com', 'Vera.Lisova77@gmail.com'],
  ['veralisova78@gmail.com', 'vera.lisova78+jobs@googlemail.com'],
  ['anna-l@yandex.ru', 'Anna.L@ya.ru'],
  ['oleg_k@proton.me', 'oleg.k@protonmail.com'],
  ['oleg@icloud.com', 'oleg+x@me.com'],
  ['вера@почта.рф', 'вера@xn--80a1acny.xn--p1ai'],
])('[CONT-009] [ROLE-059] hides closed addresses in any spelling: %s as %s', async (contact, spelled) => {
  const message = await writeTo(contact);
  await addAnswer(here, message.id, { from_address: spelled, subject: `From ${spelled}`, own_text: `Write to ${spelled}.`, seconds: 1 });
  await addEvent(message.id, `550 5.1.1 <${spelled}> unknown`);
  expect((await shownTo(anna, message)).split(spelled).length).toBeGreaterThan(5);
  expect(await shownTo(bert, message)).not.toContain(spelled);
  await messagesIn(here).update(
    { id: message.id },
    { state: 'error', error_reason: 'bounce', error_detail: `550 ${spelled.toUpperCase()}` },
  );
  expect((await shownTo(bert, message)).toLowerCase()).not.toContain(spelled.toLowerCase());
  await good(bert.get(`/api/v6/profiles/${message.profile}/get-contacts/`));
  const opened = (await good(bert.get(`/api/v6/messages/${message.id}/`))).replies[0];
  expect(opened).toMatchObject({ from_address: spelled, from_address_is_masked: false, text: `Write to ${spelled}.` });
});

it('[CONT-009] hides right and wrong guesses in a text alike', async () => {
  const message = await writeTo('guess77@gmail.com');
  const guesses = Array.from({ length: 100 }, (_, n) => `guess${n}@gmail.com`);
  await addAnswer(here, message.id, { from_address: 'guess1@gmail.com', own_text: guesses.join(' '), seconds: 1 });
  const [reply] = (await good(bert.get(`/api/v6/messages/${message.id}/`))).replies;
  expect(reply).toMatchObject({ from_address: 'g***@***.com', from_address_is_masked: true });
  expect(new Set(reply.text.split(' '))).toEqual(new Set(['g***@***.com']));
});

it('[CONT-009] shows the address of the message and mailboxes of the company in texts', async () => {
  const message = await writeTo('closed@gmail.com');
  const mailbox = `anna${company}@company.test`;
  await here.sql(
    `insert into mailboxes (company_id, user_id, provider, address, settings, secret) values ($1, $2, 'smtp_imap', $3, '{}', 'x')`,
    [company, author, mailbox],
  );
  const text = `${message.email.toUpperCase()} refuses ${mailbox}`;
  await addAnswer(here, message.id, { from_address: message.email, own_text: text, seconds: 1 });
  const [reply] = (await good(bert.get(`/api/v6/messages/${message.id}/`))).replies;
  expect(reply).toMatchObject({ from_address: message.email, from_address_is_masked: false, text });
});

it('[CONT-009] hides nothing of people without closed addresses', async () => {
  for (const message of [await writeTo(null), await writeTo('own@people.test', company)]) {
    await here.sql('update profile_contacts set company_id = $2 where profile_id = $1', [message.profile, company]);
    await addAnswer(here, message.id, { from_address: 'home@people.test', own_text: 'Ask boss@people.test', seconds: 1 });
    const [reply] = (await good(bert.get(`/api/v6/messages/${message.id}/`))).replies;
    expect(reply).toMatchObject({ from_address: 'home@people.test', text: 'Ask boss@people.test' });
  }
});
