import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { address as base, mail } from './product-url.ts';
import { makeCompany, patient, send, visits } from './visit.ts';

let companyId = 0;
let other = 0;
const fresh = () => Math.random().toString(36).slice(2, 8);
const word = fresh();

beforeAll(async () => {
  const page = await visits.open('/icon.svg', { who: 'staff' });
  companyId = await makeCompany(page, { company_name: `States ${word}` });
  other = await makeCompany(page, { company_name: `States next ${word}` });
  await visits.leave(page);
});

/** Path of the newest reset link sent to the address. */
const resetLink = (email: string): Promise<string> =>
  vi.waitFor(async () => {
    const inbox = `${mail}/mailbox/${encodeURIComponent(email)}/INBOX`;
    const numbers = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
    const text = await (await fetch(`${inbox}/${Math.max(...numbers)}?view=text`)).text();
    const path = /\/users\/reset\/[\w-]+/.exec(text)?.[0];
    if (path === undefined) throw new Error(`no link was sent to ${email} yet`);
    return path;
  }, patient);

interface Action {
  /** Call of the action. */
  path: RegExp;
  method: string;
  act: () => Promise<void>;
  /** Element that shows the running action. */
  busy: Locator;
  done: string | RegExp;
  /**
   * Whether a form or a button shows the failure: their texts for an unreadable response differ.
   */
  of: 'form' | 'button';
  /** Default: that text. */
  failed?: string | RegExp;
}

/** REQ-045, REQ-033: a button shows the text of the status; a form shows a general error. */
const unreadable = { button: 'Service unavailable', form: 'Sorry, an error has occurred' };

/**
 * Runs the action with a failed response, then with a pending and a successful one, and checks what
 * the page shows.
 */
async function checkActionStates(page: Page, { path, method, act, busy, done, of, failed = unreadable[of] }: Action): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 503, contentType: 'text/html', body: '<p>away</p>' }) : route.fallback(),
  );
  await act();
  await page.getByText(failed, { exact: true }).first().waitFor(patient);
  // The text of the other kind does not appear.
  const others = Object.values(unreadable).filter((words) => words !== failed);
  for (const words of others) expect([words, await page.getByText(words, { exact: true }).count()]).toEqual([words, 0]);
  await page.unrouteAll();
  let release: (() => void) | undefined;
  const answerable = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === method) await answerable;
    await route.fallback();
  });
  await act();
  await busy.first().waitFor(patient);
  release?.();
  await page.getByText(done).first().waitFor(patient);
  await page.unrouteAll({ behavior: 'wait' });
  await busy.first().waitFor({ state: 'detached', ...patient });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const form = (page: Page) => page.locator('form[aria-busy="true"]');
const loading = (page: Page) => page.locator('button[data-loading="true"]');

describe('actions show running, success and failure', () => {
  it('[REQ-015] a company is created, given credits and deleted', async () => {
    const page = await visits.open('/companies/new', { who: 'staff' });
    const name = `Made ${fresh()}`;
    await page.getByLabel('Company name').fill(name);
    const create = () => button(page, 'Create company').click();
    await checkActionStates(page, {
      path: /\/companies\/new\/$/,
      method: 'POST',
      act: create,
      busy: form(page),
      of: 'form',
      done: `${name} created`,
    });
    await page.waitForURL(/\/companies\/\d+\/?$/, patient);
    const id = Number(/companies\/(\d+)/.exec(page.url())?.[1]);
    await page.goto(`${base}/companies/${id}/credit-transactions`);
    await button(page, 'Change credits').click();
    await page.getByRole('dialog').getByLabel('Amount').fill('50');
    await page.getByRole('dialog').getByLabel('Reason').fill('A start');
    const give = () => inDialog(page, 'Save').click();
    await checkActionStates(page, {
      path: /\/credits\/$/,
      method: 'POST',
      act: give,
      busy: form(page),
      of: 'form',
      done: '50 credits left',
    });
    await page.goto(`${base}/companies/${id}`);
    const remove = async () => {
      await page.getByRole('main').getByRole('button', { name: 'Delete company', exact: true }).click();
      await inDialog(page, 'Delete company').click();
    };
    const path = new RegExp(`/companies/${id}/$`);
    await checkActionStates(page, { path, method: 'DELETE', act: remove, busy: loading(page), of: 'button', done: `${name} deleted` });
  });

  it('[REQ-016] an employee is saved and moved, and what hiring managers see is saved', async () => {
    const page = await visits.open('/icon.svg', { who: 'staff' });
    const body = { company_id: companyId, email: `states.${fresh()}@states.test`, first_name: 'Stan', password: 'Correct-Horse-8' };
    const { id } = (await send(page, { path: '/api/v6/workers/', method: 'POST', body })) as { id: number };
    await page.goto(`${base}/companies/${companyId}/employees/${id}`);
    await page.getByRole('heading', { name: 'Stan', level: 2 }).first().waitFor(patient);
    await page.getByLabel('Comment').fill('On trial');
    const save = () => button(page, 'Save').click();
    await checkActionStates(page, { path: /\/workers\/\d+\/$/, method: 'PATCH', act: save, busy: form(page), of: 'form', done: 'Saved' });
    await page.goto(`${base}/companies/${companyId}/employees/${id}/move-to-company`);
    await page.getByRole('heading', { name: 'Move Stan to another company' }).first().waitFor(patient);
    await page.getByLabel('Company', { exact: true }).first().fill(`States next ${word}`);
    await page.getByRole('option', { name: `States next ${word}` }).click();
    const move = () => button(page, 'Move').click();
    await checkActionStates(page, { path: /\/move\/$/, method: 'POST', act: move, busy: form(page), of: 'form', done: 'Stan moved' });
    await page.waitForURL(new RegExp(`/companies/${other}/employees/`), patient);
    await page.goto(`${base}/companies/${companyId}/hiring-managers/settings`);
    await page.getByRole('heading', { name: 'What hiring managers see' }).first().waitFor(patient);
    await page.getByRole('switch', { name: 'Tags' }).click({ force: true });
    const saveSections = () => button(page, 'Save').click();
    const path = /\/hiring_managers_settings\/$/;
    await checkActionStates(page, { path, method: 'PATCH', act: saveSections, busy: form(page), of: 'form', done: 'Saved' });
  });

  it('[REQ-017] a link is banned and unbanned, and notifications of both kinds are saved', async () => {
    const page = await visits.open('/profiles/ban', { who: 'staff' });
    const url = `https://states.test/${fresh()}`;
    await button(page, 'Ban link').first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).fill(url);
    const ban = () => inDialog(page, 'Ban').click();
    const banned = /\/banned_links\//;
    await checkActionStates(page, { path: banned, method: 'POST', act: ban, busy: form(page), of: 'form', done: `Link ${url} banned` });
    await page.goto(`${base}/profiles/ban?search=${encodeURIComponent(url)}`);
    const unban = () => button(page, `Unban: ${url}`).click();
    const call = { path: banned, method: 'DELETE', act: unban, busy: loading(page), of: 'button', done: `Link ${url} unbanned` } as const;
    await checkActionStates(page, call);
    for (const [path, screen, more] of [
      ['/api/v6/system-notifications/', '/notifications/system/edit', { content: '<p>Text</p>', company_ids: String(companyId) }],
      ['/api/v6/notifications/', '/notifications/edit', { description_en: 'New', description_ru: 'Новое', company_ids: String(companyId) }],
    ] as const) {
      const body = { title: `States ${fresh()}`, ...more };
      const { id } = (await send(page, { path, method: 'POST', body })) as { id: number };
      await page.goto(`${base}${screen}/${id}`);
      await button(page, 'Save').waitFor(patient);
      await page.getByLabel('Title').fill(`Saved ${fresh()}`);
      const save = () => button(page, 'Save').click();
      const saved = new RegExp(`${path}\\d+/$`);
      await checkActionStates(page, { path: saved, method: 'PUT', act: save, busy: form(page), of: 'form', done: 'Notification saved' });
      await send(page, { path: `${path}${id}/`, method: 'DELETE' });
    }
  });

  it('[REQ-018] a password is recovered and reset', async () => {
    const staff = await visits.open('/icon.svg', { who: 'staff' });
    const email = `states.${fresh()}@states.test`;
    const body = { company_id: companyId, email, first_name: 'Petra', password: 'Correct-Horse-8' };
    await send(staff, { path: '/api/v6/workers/', method: 'POST', body });
    const page = await visits.open('/login');
    await page.getByLabel('Email').fill(email);
    await button(page, 'Continue').click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    const recover = () => button(page, 'Send link').click();
    await checkActionStates(page, {
      path: /\/api\/.*recover/,
      method: 'POST',
      act: recover,
      busy: form(page),
      of: 'form',
      done: 'Check your email',
    });
    await page.goto(base + (await resetLink(email)));
    for (const label of ['New password', 'Repeat password']) await page.getByLabel(label).fill('Another-Horse-9');
    const reset = () => button(page, 'Save password').click();
    await checkActionStates(page, {
      path: /\/api\/.*reset/,
      method: 'POST',
      act: reset,
      busy: form(page),
      of: 'form',
      done: 'Password changed',
    });
  });

  it('[REQ-019] settings of a company are saved, and a profile is reported', async () => {
    const page = await visits.open(`/companies/${companyId}/custom-settings`, { who: 'staff' });
    const settings = page.locator('form', { hasText: 'Filters by activity' });
    await settings.getByRole('switch', { name: 'Filters by activity' }).click({ force: true });
    const save = () => settings.getByRole('button', { name: 'Save', exact: true }).click();
    await checkActionStates(page, {
      path: /\/custom_settings\/$/,
      method: 'PATCH',
      act: save,
      busy: form(page),
      of: 'form',
      done: 'Saved',
    });
    const recruiter = await visits.open('/icon.svg', { who: 'recruiter' });
    const body = { first_name: 'Vera', last_name: 'States', headline: 'Engineer', contacts: [] };
    const { id } = (await send(recruiter, { path: '/api/v6/profiles/create/', method: 'POST', body })) as { id: number };
    await recruiter.goto(`${base}/profiles/${id}/`);
    await recruiter.getByRole('button', { name: 'More actions' }).first().click();
    await recruiter.getByRole('menuitem', { name: 'Report a problem…' }).click();
    await recruiter.getByRole('dialog').getByLabel('Description').fill('The phone belongs to somebody else');
    const report = () => inDialog(recruiter, 'Send report').click();
    const call = { path: /\/bug_reports\/$/, method: 'POST', act: report, busy: form(recruiter), of: 'form' } as const;
    await checkActionStates(recruiter, { ...call, failed: 'Report send error', done: /report/i });
  });

  it('[REQ-021] a description of a vacancy is saved and deleted', async () => {
    const page = await visits.open('/folders/new', { who: 'admin' });
    const name = `Described ${fresh()}`;
    await page.getByLabel('Name').fill(name);
    const writer = page.getByRole('dialog', { name: 'Write with AI' });
    const open = () => button(page, 'Write with AI').click();
    await open();
    await writer.getByLabel('Company name').fill('Acme');
    await writer.getByLabel('Responsibilities').fill('Builds pipelines');
    await writer.getByRole('button', { name: 'Generate', exact: true }).click();
    const written = writer.getByRole('textbox', { name: 'Text', exact: true });
    await written.fill('Come and build pipelines.', patient);
    const path = /\/vacancies\/description\/\d+\/$/;
    // The button that opened the writer is loading while the writer is open.
    const busy = loading(page).and(writer.getByRole('button'));
    const use = () => writer.getByRole('button', { name: 'Use this text' }).click();
    await checkActionStates(page, { path, method: 'PATCH', act: use, busy, of: 'button', done: 'Vacancy description saved' });
    await writer.waitFor({ state: 'detached' });
    await open();
    await writer.getByRole('combobox', { name: 'Earlier texts' }).click();
    await page.getByRole('option', { name: `${name} · Acme` }).click();
    const remove = async () => {
      await writer.getByRole('button', { name: 'Delete vacancy description' }).click();
      await inDialog(page, 'Delete').click();
    };
    await checkActionStates(page, { path, method: 'DELETE', act: remove, busy, of: 'button', done: 'Vacancy description deleted' });
  });

  it('[REQ-021] a text that could not be saved can still be used', async () => {
    const page = await visits.open('/folders/new', { who: 'admin' });
    await page.getByLabel('Name').fill(`Unsaved ${fresh()}`);
    await button(page, 'Write with AI').click();
    const writer = page.getByRole('dialog', { name: 'Write with AI' });
    await writer.getByLabel('Company name').fill('Acme');
    await writer.getByLabel('Responsibilities').fill('Builds pipelines');
    await writer.getByRole('button', { name: 'Generate', exact: true }).click();
    await writer.getByRole('textbox', { name: 'Text', exact: true }).fill('Come and build.', patient);
    await page.route(/\/vacancies\/description\/\d+\/$/, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    );
    await writer.getByRole('button', { name: 'Use this text' }).click();
    await button(page, 'Use without saving').click(patient);
    await writer.waitFor({ state: 'detached' });
    await page.unrouteAll();
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Come and build.');
  });
});

describe('forms', () => {
  it.each([
    ['a page', { status: 200, contentType: 'text/html', body: '<p>Sign in to the network</p>' }],
    ['the start of an answer', { status: 200, contentType: 'application/json', body: '{"detail": "Yo' }],
    ['the start of a refusal', { status: 503, contentType: 'application/json', body: '{"detail": "Yo' }],
    ['a page that says not that it is one', { status: 502, headers: {}, body: '<html>' }],
    ['an empty file', { status: 504, contentType: 'application/octet-stream', body: '' }],
  ])('[REQ-033] show only a general error for %s', async (_name, answer) => {
    const page = await visits.open('/users/recover');
    await page.getByLabel('Email').fill(`states.${fresh()}@states.test`);
    await page.route(/\/api\/.*recover/, (route) => route.fulfill(answer));
    await button(page, 'Send link').click();
    await page.getByText(unreadable.form, { exact: true }).first().waitFor(patient);
  });
});

describe('background jobs', () => {
  it('[REQ-031] fail without a message', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    let failures = 0;
    await page.route(/\/api\/v6\/(notices|jobs)\//, (route) => {
      failures += 1;
      return route.fulfill({ status: 503, contentType: 'text/html', body: '<p>away</p>' });
    });
    await page.goto(`${base}/folders/`);
    await page.locator('main tbody tr').first().waitFor(patient);
    await page.waitForTimeout(3000);
    if (failures === 0) throw new Error('nothing was asked for in the background');
    const said = await page.getByRole('region', { name: 'Notifications' }).allInnerTexts();
    if (said.some((text) => text.includes('Service unavailable'))) throw new Error(said.join('\n'));
  });
});
