import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFaults } from './axe.ts';
import { answerNewest, connect, findPerson } from './correspond.ts';
import { replyFrom } from './days.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const colleague = 'recruiter@demo.headwater.test';

interface Written {
  id: number;
  email: string;
  message: number;
}

let answered: Written;
let closed: Written;
beforeAll(async () => {
  const page = await visits.enter('admin');
  await connect(page);
  answered = await write(page, 44);
  closed = await write(page, 45);
  await becomes(page, answered, 'sent');
  await answerNewest(answered.email);
  await becomes(page, answered, 'replied');
  await visits.leave(page);
  const other = await visits.enter('recruiter');
  await connect(other, colleague);
  await visits.leave(other);
});
afterAll(async () => {
  const page = await visits.enter('recruiter');
  await send(page, { path: '/api/v6/messaging/mailbox/', method: 'DELETE' });
});

/** A message to somebody whom no other journey writes to, at an address of the common base. */
async function write(page: Page, place: number): Promise<Written> {
  const person = await findPerson(page, place);
  const letter = { profile_id: person.id, email: person.email, subject: 'A talk this week', body: '<p>Would you talk to us?</p>' };
  const body = { ...letter, request_key: crypto.randomUUID() };
  const { id } = (await send(page, { path: '/api/v6/messages/', method: 'POST', body })) as { id: number };
  return { ...person, message: id };
}

const becomes = (page: Page, { message }: Written, status: string) =>
  vi.waitFor(async () => expect(((await send(page, { path: `/api/v6/messages/${message}/` })) as { status: string }).status).toBe(status), {
    timeout: 60_000,
    interval: 200,
  });

/** Where the messages to a person went, the newest first. */
const sentTo = async (page: Page, { id }: Written) =>
  ((await send(page, { path: `/api/v6/mailing_recipients/?profile_id=${id}` })) as { messages: { email: string }[] }).messages.map(
    ({ email }) => email,
  );

describe('a reply', () => {
  it('[SEND-009] goes to the address that is shown, also when the person writes from another one meanwhile', async () => {
    const page = await visits.open(`/messaging/inbox?person=${answered.id}`, { who: 'admin' });
    const box = page.getByRole('region', { name: 'Reply', exact: true });
    const text = box.getByRole('textbox', { name: `Reply to ${answered.email}` });
    await text.fill('Thursday at four?');
    await replyFrom('from-home@people.test', { message: answered.message, text: 'Please write to this address from now on' });
    await page.getByText('Please write to this address').first().waitFor(patient);
    expect(await text.textContent()).toContain('Thursday at four?');
    await box.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(`Sending to ${answered.email}`).first().waitFor();
    expect(await sentTo(page, answered)).toEqual([answered.email, answered.email]);

    // What is begun now answers what came last.
    await box.getByRole('textbox', { name: 'Reply to from-home@people.test' }).fill('Gladly');
    await box.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sending to from-home@people.test').first().waitFor();
    expect((await sentTo(page, answered))[0]).toBe('from-home@people.test');
  });
});

describe.each(looks)('a reply to a masked address, $scheme, $language, phone: $phone', (look) => {
  it('[CONT-009] [SEND-009] waits until the contacts are opened', async () => {
    const page = await visits.open(`/messaging/inbox?person=${closed.id}`, { ...look, who: 'recruiter' });
    const box = page.getByRole('region', { name: look.language === 'en' ? 'Reply' : 'Ответ', exact: true });
    await box.getByRole('textbox', { name: '***' }).first().waitFor();
    expect(await box.getByRole('button', { name: look.language === 'en' ? 'Send' : 'Отправить', exact: true }).isDisabled()).toBe(true);
    await box
      .getByRole('button', { name: look.language === 'en' ? 'Open contacts' : 'Открыть контакты' })
      .first()
      .waitFor();
    await drawn(page);
    await picture(page, `reply-masked-${lookName(look)}`);
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

it('[CONT-009] [SEND-009] a reply goes to an address that was masked once its contacts are opened', async () => {
  const page = await visits.open(`/messaging/inbox?person=${closed.id}`, { who: 'recruiter' });
  const box = page.getByRole('region', { name: 'Reply', exact: true });
  await box.getByRole('textbox', { name: '***' }).fill('May I ask as well?');
  await box.getByRole('button', { name: 'Open contacts' }).click();
  const text = box.getByRole('textbox', { name: `Reply to ${closed.email}` });
  expect(await text.textContent()).toContain('May I ask as well?');
  await box.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(`Sending to ${closed.email}`).first().waitFor();
  expect((await sentTo(page, closed))[0]).toBe(closed.email);
});
