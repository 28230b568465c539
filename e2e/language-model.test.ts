import { axeFaults, expectNoAxeFaults } from './axe.ts';
import { connect } from './correspond.ts';
import { address as base, mail } from './product-url.ts';
import { lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

let vacancy = 0;
let candidate = { id: 0, profile: { id: 0, name: '' } };

const post = (page: Page, path: string, body: object) => send(page, { path, method: 'POST', body });

/** Sets the next fault of the sandbox's model; without an argument, clears it. */
async function setModelFault(fault?: { fault: string; times?: number; milliseconds?: number }): Promise<void> {
  const call = fault
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }
    : { method: 'DELETE' };
  const { ok } = await fetch(`${mail}/control/faults`, call);
  expect(ok).toBe(true);
}

/** Vacancy with three candidates that have open contacts. */
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

/** Opens the composer next to the vacancy. */
async function openComposer(page: Page): Promise<void> {
  await page.getByText(candidate.profile.name).first().click();
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await text(page).waitFor(patient);
}

beforeAll(async () => {
  const page = await visits.open('/', { who: 'admin' });
  await connect(page);
  await fillVacancy(page);
});
afterEach(async () => {
  await setModelFault();
});

describe('generated descriptions of vacancies', () => {
  it('[AIO-007] [AIO-008] [AIO-009] [AIO-012] are generated, cancelled, regenerated, edited, used and deleted', async () => {
    const page = await visits.open('/folders/new', { who: 'admin' });
    const name = `Data engineer ${Date.now()}`;
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Write with AI' }).click();
    const writer = page.getByRole('dialog', { name: 'Write with AI' });
    expect(await writer.getByLabel('Position').inputValue()).toBe(name);
    await writer.getByLabel('Company name').fill('Acme');
    await writer.getByLabel('Responsibilities').fill('Builds pipelines, keeps them running');
    await writer.getByLabel('Additional info').fill('Berlin or remote');
    // Longer than a click on a busy machine: a finished text cannot be cancelled.
    await setModelFault({ fault: 'model_slow', milliseconds: 30_000 });
    await writer.getByRole('button', { name: 'Generate', exact: true }).click();
    await writer.getByText('Writing. This takes a few seconds.').first().waitFor();
    await writer.getByRole('button', { name: 'Cancel' }).click();
    await writer.getByText('Canceled', { exact: true }).first().waitFor(patient);
    await setModelFault();
    await writer.getByRole('button', { name: 'Regenerate' }).click();
    const written = writer.getByRole('textbox', { name: 'Text', exact: true });
    await written.waitFor(patient);
    for (const part of ['Acme', '- Builds pipelines', '- Keeps them running', '- Berlin or remote']) {
      expect(await written.inputValue()).toContain(part);
    }
    await expectNoAxeFaults(page);
    await picture(page, 'ai-description-light-en');
    await written.fill(`${await written.inputValue()}\n\nAsk for Ada.`);
    await writer.getByRole('button', { name: 'Use this text' }).click();
    await writer.waitFor({ state: 'detached' });
    const description = page.getByLabel('Description', { exact: true });
    expect(await description.inputValue()).toContain('Ask for Ada.');
    await page.getByRole('button', { name: 'Write with AI' }).click();
    await writer.getByRole('combobox', { name: 'Earlier texts' }).click();
    await page.getByRole('option', { name: `${name} · Acme` }).click();
    await expect.poll(() => written.inputValue(), patient).toContain('Ask for Ada.');
    await writer.getByRole('button', { name: 'Delete vacancy description' }).click();
    const asked = page.getByRole('dialog', { name: `Delete the text for “${name}”?` });
    await asked.getByRole('button', { name: 'Delete', exact: true }).click();
    await written.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await writer.waitFor({ state: 'detached' });
    expect(await description.inputValue()).toContain('Ask for Ada.');
    const { descriptions } = (await send(page, { path: '/api/v6/vacancies/description/' })) as { descriptions: { position: string }[] };
    expect(descriptions.map(({ position }) => position)).not.toContain(name);
  });
});

async function offerTexts(page: Page): Promise<void> {
  await page.goto(`${base}/folders/${vacancy}`);
  await openComposer(page);
  await subject(page).fill('Typed subject');
  await text(page).click();
  await page.keyboard.type('Typed by hand.');
  await page.getByRole('button', { name: 'Write with AI' }).click();
  const job = page.getByLabel('About the job');
  expect(await job.inputValue()).toBe('Platform engineer, Acme\n\nTakes over our services, remotely.');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await setModelFault({ fault: 'model_error', times: 3 });
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByText('Message generation failed').first().waitFor(patient);
  expect(await job.inputValue()).toContain('Takes over our services');
  await setModelFault();
  await setModelFault({ fault: 'model_slow', milliseconds: 5000 });
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await page.getByRole('button', { name: /Writing messages/ }).click();
  await page.getByText('Canceled. Nothing was charged.').first().waitFor(patient);
  await setModelFault();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await page.getByText('Thorough', { exact: true }).first().waitFor(patient);
  await expectNoAxeFaults(page);
  await picture(page, 'ai-message-light-en');
  await page.getByRole('button', { name: 'Add below my text' }).first().click();
  await text(page).waitFor(patient);
  expect(await subject(page).innerText()).toBe('Typed subject');
  const lines = (await text(page).innerText()).split('\n').filter(Boolean);
  const [typed, greeting = ''] = lines;
  expect(typed).toBe('Typed by hand.');
  expect(candidate.profile.name).toContain(/^Hello (.+),$/.exec(greeting)?.[1] ?? 'nobody');
  expect(lines.slice(2).join(' ')).toContain('Platform engineer, Acme');
}

/** Returns the address of the draft. */
async function writeDraft(page: Page): Promise<string> {
  await page.goto(`${base}/folders/${vacancy}/messaging`);
  await page.getByRole('button', { name: 'AI messages' }).click();
  await page.getByLabel('Instructions').fill('Friendly and short');
  await setModelFault({ fault: 'model_slow', milliseconds: 1500, times: 2 });
  await page.getByRole('button', { name: 'Write messages' }).click();
  await page.getByText('Writing messages').first().waitFor(patient);
  await page.getByText('Messages written by AI').first().waitFor({ timeout: 45_000 });
  await page.getByText('Draft', { exact: true }).first().waitFor();
  await page.getByText(candidate.profile.name).first().click();
  await page
    .getByText(/Takes over our services/)
    .first()
    .waitFor(patient);
  await expectNoAxeFaults(page);
  await picture(page, 'ai-letters-light-en');
  const { messages } = (await send(page, { path: '/api/v6/mailing_recipients/?search=Platform+engineer' })) as { messages: object[] };
  expect(messages).toEqual([]);
  return new URL(page.url()).pathname;
}

async function countMessages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Messages by status' }).click();
  const row = page.getByRole('row', { name: /^New/ });
  await row.waitFor(patient);
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['New', '3', '0', '0', '0', '0']);
}

async function writeToChosen(page: Page): Promise<void> {
  await page.goto(`${base}/folders/${vacancy}`);
  await page.getByRole('checkbox', { name: new RegExp(candidate.profile.name) }).check();
  const action = page.getByRole('toolbar').getByRole('button', { name: 'AI messages' });
  await action.waitFor(patient);
  await picture(page, 'ai-letters-chosen-light-en');
  await action.click();
  await page.getByText('for 1 selected candidate').first().waitFor(patient);
  await page.getByLabel('Instructions').fill('Friendly and short');
  await page.getByRole('button', { name: 'Write messages' }).click();
  await page.getByRole('heading', { name: 'AI messages 2' }).first().waitFor(patient);
  await page.getByText('Messages written by AI').first().waitFor({ timeout: 45_000 });
  await page.getByText('0 of 1 selected', { exact: true }).first().waitFor(patient);
}

async function explainMissingModel(page: Page): Promise<void> {
  await page.goto(`${base}/folders/${vacancy}`);
  // This product has a model; without-model.http.test.ts of both modules covers the API without
  // one.
  await page.route(/\/(?:generation|description)\/languages\//, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), is_connected: false } });
  });
  await openComposer(page);
  await page.getByRole('button', { name: 'Write with AI' }).click();
  await page.getByText('No language model is connected').first().waitFor(patient);
  await page.getByText('Ask the people who run this installation to connect one').first().waitFor();
  await page.keyboard.press('Escape');
  await text(page).waitFor(patient);
  await page.unrouteAll({ behavior: 'wait' });
}

/** Opens the draft and the numbers on a phone in the user's other language. */
async function checkOnPhone(draft: string): Promise<void> {
  const phone = await visits.open(draft, { who: 'admin', language: 'ru', scheme: 'dark', phone: true });
  await phone.getByText('Сообщения написаны ИИ').first().waitFor(patient);
  expect(await overflowOf(phone)).toBe(0);
  await picture(phone, 'ai-letters-dark-ru-phone');
  await phone.emulateMedia({ colorScheme: 'light' });
  await phone.goto(`${base}/folders/${vacancy}`);
  await phone.getByRole('button', { name: 'Сообщения по статусам' }).click();
  const table = phone.getByRole('dialog').getByRole('table');
  await table.waitFor(patient);
  // Every number is visible without horizontal overflow.
  expect(await table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0);
  await picture(phone, 'messaging-by-status-light-ru-phone');
}

describe('generated messages', () => {
  it('[AIO-022] [AIO-025] [AIO-028] [AIO-029] appear next to the typed text, with failures and a missing model reported', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin' });
    await offerTexts(page);
    await explainMissingModel(page);
  });

  it('[AIO-017] [AIO-018] [SEND-007] are written into a draft for all or the selected candidates, and counted by status', async () => {
    const page = await visits.open(`/folders/${vacancy}`, { who: 'admin' });
    await countMessages(page);
    const draft = await writeDraft(page);
    await writeToChosen(page);
    await checkOnPhone(draft);
  });
});

const words = 'Senior backend developer, Java or Python, Docker is a plus, English B2, not from Zalando, zzyzx';
const russianWords = 'Бэкенд-разработчик из Москвы, Java или Python, английский B2, не из Сбера, абвгд';

const request = (page: Page) => page.locator('textarea').first();
const chip = (page: Page, label: string) => page.locator(`[data-chip="${label}"]`);
const until = (page: Page, state: string) => page.locator(`[data-state="${state}"]`).waitFor(patient);
const thumb = (page: Page, value: 'like' | 'dislike', at: number) => page.locator(`[data-thumb="${value}"]`).nth(at);
const firstNames = (page: Page) => page.locator('[data-profile] a').allTextContents();

async function searchFor(page: Page, text: string): Promise<void> {
  await request(page).fill(text);
  await page.locator('[data-chip]').first().waitFor(patient);
  await page.keyboard.press('Enter');
  await page.locator('[data-profile]').first().waitFor(patient);
  await until(page, 'found');
}

describe('AI search', () => {
  it('[SRCH-005] [AIS-001] [AIS-002] shows the meaning of a request as chips, editable before and after the search', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    await page.getByRole('link', { name: 'AI search', exact: true }).click();
    await page.waitForURL(/\/ai-search/);
    await request(page).fill(words);
    for (const label of ['Backend developer', 'Java', 'Python', 'Docker', 'Zalando']) await chip(page, label).waitFor(patient);
    await page.getByText('Not understood: “zzyzx”').first().waitFor();
    await page.getByRole('button', { name: 'Remove Docker' }).click();
    await chip(page, 'Docker').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Find people' }).click();
    await until(page, 'found');
    expect(page.url()).toMatch(/\/ai-search\/?\?id=/);
    expect(await chip(page, 'Docker').count()).toBe(0);
    const before = Number(((await page.locator('[data-state=found]').textContent()) ?? '').replaceAll(/\D/g, ''));
    await page.getByRole('button', { name: /^Required: Python/ }).click();
    await page.locator('[data-chip="Python"][data-excluded]').waitFor(patient);
    await until(page, 'found');
    const after = Number(((await page.locator('[data-state=found]').textContent()) ?? '').replaceAll(/\D/g, ''));
    expect(after).toBeLessThan(before);
    await page.getByRole('button', { name: 'Open in search form' }).click();
    await page.waitForURL(/\/profiles\/?\?/);
    await page.locator('[data-profile]').first().waitFor(patient);
  });

  it('[AIS-003] [AIS-004] learns from thumbs, explains it, and shows it in another window, by keyboard only', async () => {
    const page = await visits.open('/ai-search', { who: 'recruiter' });
    await request(page).focus();
    await page.keyboard.type('Backend developer', { delay: 5 });
    await chip(page, 'Backend developer').waitFor(patient);
    await page.keyboard.press('Enter');
    await page.locator('[data-profile]').first().waitFor(patient);
    const before = await firstNames(page);
    const other = await visits.open(new URL(page.url()).pathname + new URL(page.url()).search, { who: 'recruiter' });
    await other.locator('[data-profile]').first().waitFor(patient);
    const liked = before[4] ?? '';
    await page
      .getByRole('button', { name: `More like ${liked}` })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-learned]').waitFor(patient);
    // The liked person is first now.
    await thumb(page, 'dislike', 1).focus();
    await page.keyboard.press('Space');
    await page.getByText('Learned from 1 liked and 1 disliked').first().waitFor(patient);
    await until(page, 'found');
    const after = await firstNames(page);
    expect(after).not.toEqual(before);
    expect(after.indexOf(liked)).toBeLessThan(before.indexOf(liked));
    await other.getByText('Learned from 1 liked and 1 disliked').first().waitFor(patient);
    await other
      .getByRole('button', { name: `${liked} liked. Press to undo` })
      .first()
      .waitFor(patient);
    await page.reload();
    await page.getByText('Learned from 1 liked and 1 disliked').first().waitFor(patient);
  });

  it('[AIS-008] [AIS-009] market insights are a tab of the search home', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    await page.getByRole('link', { name: 'Market insights' }).click();
    await page.waitForURL(/\/intelligence/);
    const skills = page.getByRole('region', { name: 'Main skills' });
    await skills.locator('li').first().waitFor(patient);
    expect(await skills.locator('li').count()).toBe(20);
    expect(await page.locator('section li').count()).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'Show people' }).click();
    await page.waitForURL(/\/profiles/);
  });
});

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  it('[DEC-15] AI search and insights are readable, fit the window and have no axe violations', async () => {
    const page = await visits.open('/ai-search', { ...look, who: 'recruiter' });
    const drawn = async (name: string) => {
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await picture(page, `${name}-${lookName(look)}`);
      expect.soft(await axeFaults(page), name).toEqual([]);
      expect.soft(await overflowOf(page), name).toBeLessThanOrEqual(0);
    };
    await request(page).waitFor();
    await drawn('ai-search-empty');
    await searchFor(page, look.language === 'ru' ? russianWords : words);
    await drawn('ai-search-found');
    await thumb(page, 'like', 1).click();
    await page.locator('[data-learned]').waitFor(patient);
    await until(page, 'found');
    await drawn('ai-search-learned');
    await page.goto(`${base}/intelligence`);
    await page.locator('section li').first().waitFor(patient);
    await drawn('market-insights');
  });
});
