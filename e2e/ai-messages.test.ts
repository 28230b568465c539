import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../apps/server/test/model-server.ts';
import { expectNoAxeFaults } from './axe.ts';
import { connect } from './correspond.ts';
import { type Product, startProduct } from './product.ts';
import { overflowOf, patient, picture, send, startVisits, type Visits } from './visit.ts';

let model: ModelServer;
/** A product of its own: that of the other journeys has no language model. */
let product: Product;
let visits: Visits;
let vacancy = 0;
let candidate = { id: 0, profile: { id: 0, name: '' } };

/** What a model writes to whoever it is told of. */
function letter(asked: string) {
  const { messages } = JSON.parse(asked) as { messages: { content: string }[] };
  const { person } = JSON.parse(messages[1]?.content ?? '{}') as { person: { first_name: string } };
  const name = person.first_name;
  return { content: JSON.stringify({ subject: `For ${name}`, body: `Hello ${name},\n\nyour work fits what we build.` }) };
}

const post = (page: Page, path: string, body: object) => send(page, { path, method: 'POST', body });

/** A vacancy with three people whose addresses are open. */
async function fillVacancy(page: Page): Promise<void> {
  const made = { name: 'Platform engineer', company_name: 'Acme', description: 'Takes over our services, remotely.' };
  vacancy = ((await post(page, '/api/v6/folders/', made)) as { id: number }).id;
  const query = new URLSearchParams({ q: '[]', f: 'contacts:email', per_page: '3' });
  const { profiles } = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
  const ids = profiles.map(({ id }) => id);
  await Promise.all(ids.map((id) => send(page, { path: `/api/v6/profiles/${id}/get-contacts/` })));
  const { candidates } = (await post(page, '/api/v6/candidates/', { folder_id: vacancy, profiles: ids })) as {
    candidates: (typeof candidate)[];
  };
  candidate = candidates[0] ?? candidate;
}

const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject', exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the message' });

/** The composer to the candidate, beside the vacancy. */
async function openComposer(page: Page): Promise<void> {
  await page.getByText(candidate.profile.name).first().click();
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await text(page).waitFor(patient);
}

beforeAll(async () => {
  model = await startModelServer();
  product = await startProduct({ ...model.settings, HEADWATER_DEMO_PROFILES: '300' });
  visits = await startVisits(product.address);
  const page = await visits.open('/', { who: 'admin' });
  await connect(page);
  await fillVacancy(page);
  await visits.leave();
});
afterEach(() => visits.leave());
afterAll(async () => {
  await visits.browser.close();
  await product.stop();
  model.close();
});

describe('messages by a language model', () => {
  it('[AIO-022] [AIO-025] [AIO-028] offers texts beside what was typed, says where none came, and loses nothing', async () => {
    const page = await visits.open(`/folders/${vacancy}`, { who: 'admin' });
    await openComposer(page);
    await subject(page).fill('Typed subject');
    await text(page).click();
    await page.keyboard.type('Typed by hand.');
    await page.getByRole('button', { name: 'Write with AI' }).click();
    const job = page.getByLabel('About the job');
    expect(await job.inputValue()).toBe('Platform engineer, Acme\n\nTakes over our services, remotely.');
    model.next = { status: 500 };
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByText('Message generation failed').waitFor(patient);
    expect(await job.inputValue()).toContain('Takes over our services');
    model.next = letter;
    await page.getByRole('button', { name: 'Generate anew' }).click();
    await page.getByText('Thorough', { exact: true }).waitFor(patient);
    await expectNoAxeFaults(page);
    await picture(page, 'ai-message-light-en');
    await page.getByRole('button', { name: 'Add below my text' }).first().click();
    await text(page).waitFor(patient);
    expect(await subject(page).innerText()).toBe('Typed subject');
    const lines = (await text(page).innerText()).split('\n').filter(Boolean);
    expect(lines).toEqual(['Typed by hand.', expect.stringMatching(/^Hello /), 'your work fits what we build.']);
  });

  it('[AIO-017] [AIO-018] writes letters into a draft that a person reads before anything is sent', async () => {
    model.next = letter;
    const page = await visits.open(`/folders/${vacancy}/messaging`, { who: 'admin' });
    await page.getByRole('button', { name: 'Letters by AI' }).click();
    await page.getByLabel('What the letters should be like').fill('Friendly and short');
    await page.getByRole('button', { name: 'Write the letters' }).click();
    await page.getByText('Letters of a language model').waitFor({ timeout: 30_000 });
    await page.getByText('Draft', { exact: true }).first().waitFor();
    await page.getByText(candidate.profile.name).first().click();
    await page.getByText('your work fits what we build.').first().waitFor(patient);
    await expectNoAxeFaults(page);
    await picture(page, 'ai-letters-light-en');
    const { messages } = (await send(page, { path: '/api/v6/mailing_recipients/' })) as { messages: object[] };
    expect(messages).toEqual([]);
    const phone = await visits.open(new URL(page.url()).pathname, { who: 'admin', language: 'ru', scheme: 'dark', phone: true });
    await phone.getByText('Письма языковой модели').waitFor(patient);
    expect(await overflowOf(phone)).toBe(0);
    await picture(phone, 'ai-letters-dark-ru-phone');
  });

  it('[SEND-007] shows how far messages got, by status', async () => {
    const page = await visits.open(`/folders/${vacancy}`, { who: 'admin' });
    await page.getByRole('button', { name: 'Messages by status' }).click();
    const row = page.getByRole('row', { name: /^New/ });
    await row.waitFor(patient);
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['New', '3', '0', '0', '0', '0']);
  });

  it('[AIO-017] writes letters to the chosen candidates alone', async () => {
    model.next = letter;
    const page = await visits.open(`/folders/${vacancy}`, { who: 'admin' });
    await page.getByRole('checkbox', { name: new RegExp(candidate.profile.name) }).check();
    const action = page.getByRole('toolbar').getByRole('button', { name: 'Letters by AI' });
    await action.waitFor(patient);
    await picture(page, 'ai-letters-chosen-light-en');
    await action.click();
    await page.getByText('to the 1 chosen candidate').waitFor(patient);
    await page.getByLabel('What the letters should be like').fill('Friendly and short');
    await page.getByRole('button', { name: 'Write the letters' }).click();
    await page.getByRole('heading', { name: 'Letters by AI 2' }).waitFor(patient);
    await page.getByText('Letters of a language model').waitFor({ timeout: 30_000 });
    await page.getByText('0 of 1', { exact: true }).first().waitFor(patient);
  });

  it('[AIO-029] says how to connect a model where there is none', async () => {
    const plain = await startVisits();
    try {
      const page = await plain.open('/', { who: 'admin' });
      await connect(page);
      await fillVacancy(page);
      await page.goto(new URL(`/folders/${vacancy}`, page.url()).href);
      await openComposer(page);
      await page.getByRole('button', { name: 'Write with AI' }).click();
      await page.getByText('No language model is connected').waitFor(patient);
      await page.getByText(/HEADWATER_MODEL_URL/).waitFor();
      await page.keyboard.press('Escape');
      await text(page).waitFor(patient);
    } finally {
      await plain.browser.close();
    }
  });
});
