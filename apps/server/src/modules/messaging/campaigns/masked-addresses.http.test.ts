import { beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { good, newRecruiter, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const email = 'anna.masked@people.test';
const mask = 'a***@***.test';

let rita: Recruiter;
let colleague: Caller;
let profile: number;
let sequence: number;
let recipient: number;
beforeAll(async () => {
  const company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
  colleague = (await newRecruiter(here, mail, { company })).caller;
  [profile = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: email }] } });
  await good(rita.caller.get(`/api/v6/profiles/${profile}/get-contacts/`));
  const templates = [{ subject: 'Hello', body: '<p>Hello</p>' }];
  sequence = (await good(rita.caller.post('/api/v6/sequences/', { name: 'Open', access_type: 'public', templates }))).id;
  await good(rita.caller.post(`/api/v6/sequences/${sequence}/add_profile/`, { profile_ids: [profile] }));
  recipient = (await good(rita.caller.get(`/api/v6/sequences/${sequence}/recipients/`))).recipients[0].id;
});

/** All responses with the recipient and the message. */
async function everywhere(who: Caller): Promise<string> {
  const one = `/api/v6/mailing_recipients/${recipient}/`;
  const { messages } = await good(who.get(`/api/v6/mailing_recipients/?profile_id=${profile}`));
  const paths = [
    `/api/v6/sequences/${sequence}/recipients/`,
    `/api/v6/mailing_recipients/?mailing_list_id=${sequence}`,
    one,
    `${one}preview/`,
    `${one}why/`,
    `/api/v6/sequences/${sequence}/recipients/export/`,
    ...messages.flatMap(({ id }: { id: number }) => [`/api/v6/messages/${id}/`, `/api/v6/messages/${id}/why/`]),
  ];
  const answers = [JSON.stringify(messages)];
  for (const path of paths) {
    const { status, body } = await who.get(path);
    expect([path, status]).toEqual([path, 200]);
    answers.push(typeof body === 'string' ? body : JSON.stringify(body));
  }
  return answers.join('\n');
}

const word = 'anna.masked';
const recipientsFound = async (who: Caller) => (await good(who.get(`/api/v6/sequences/${sequence}/recipients/?search=${word}`))).count;
const messagesFound = async (who: Caller) => (await good(who.get(`/api/v6/mailing_recipients/?search=${word}`))).total;

it('[CONT-009] [ROLE-059] an address opened by another user is masked in a public mailing, as on the profile', async () => {
  expect(await everywhere(rita.caller)).toContain(email);
  const seen = await everywhere(colleague);
  expect(seen).not.toContain(email);
  expect(seen).toContain(mask);
  expect((await good(colleague.get(`/api/v6/mailing_recipients/${recipient}/`))).email_is_masked).toBe(true);
  // The search does not match masked addresses.
  expect([await recipientsFound(rita.caller), await recipientsFound(colleague)]).toEqual([1, 0]);
});

it('[CONT-009] [SENT-004] it is masked in sent messages and in replies of servers', async () => {
  await good(rita.caller.post(`/api/v6/mailing_lists/${sequence}/launch/`, {}));
  await until(async () => expect(await mail.count(email)).toBe(1));
  await mail.answer(email, 'reply');
  const replied = async () => (await good(rita.caller.get(`/api/v6/mailing_recipients/${recipient}/`))).status;
  await until(async () => expect(await replied()).toBe('replied'));
  const seen = await everywhere(colleague);
  expect(seen).not.toContain(email);
  expect(seen).toContain(mask);
  expect([await messagesFound(rita.caller), await messagesFound(colleague)]).toEqual([1, 0]);
  const refusal = `550 5.1.1 <${email.toUpperCase()}> unknown`;
  await messagesIn(here).update({}, { state: 'error', error_reason: 'bounce', error_detail: refusal });
  expect((await everywhere(colleague)).toLowerCase()).not.toContain(email);
  expect(await everywhere(rita.caller)).toContain(email.toUpperCase());
});

it('[CONT-009] users who open the contacts see it in full', async () => {
  await good(colleague.get(`/api/v6/profiles/${profile}/get-contacts/`));
  expect(await everywhere(colleague)).toContain(email);
  expect((await good(colleague.get(`/api/v6/mailing_recipients/${recipient}/`))).email_is_masked).toBe(false);
});
