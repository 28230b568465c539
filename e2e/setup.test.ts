import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { type Product, startProduct } from './product.ts';
import { lookName, looks, otherLooks, patient, send, type Visits, visitProduct } from './visit.ts';

/** New installation without a demo. */
let product: Product;
let visits: Visits;
const signIn = { email: 'ada@own.test', password: 'First-Account-2026' };

beforeAll(async () => {
  product = await startProduct({ HEADWATER_DEMO: 'off' });
  visits = visitProduct(product.address);
}, 120_000);
afterAll(() => product.stop());

const table = (name: string, email: string) => `Name,Title,Company,City,Email\n${name},Data engineer,Quiet Harbour,Berlin,${email}\n`;
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function fillIn(page: Page) {
  await page.getByLabel('Company').fill('Quiet Harbour');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill(signIn.email);
  await page.getByLabel('Password', { exact: true }).fill(signIn.password);
  await page.getByLabel('Repeat password').fill(signIn.password);
}

/** Opens a screen with the first account. */
async function enter(path: string, look: Parameters<Visits['open']>[1] = {}) {
  const page = await visits.open(`/login?next=${encodeURIComponent(path)}`, look);
  await page.getByRole('textbox').first().fill(signIn.email);
  await page.keyboard.press('Enter');
  await page.locator('input[type=password]').fill(signIn.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(path), patient);
  const settings = { language: look.language ?? 'en', range_measure: 'km' };
  await send(page, { path: '/api/v6/user/settings/', method: 'PATCH', body: settings });
  await page.reload();
  return page;
}

describe('a new installation', () => {
  it.each(otherLooks)('asks for the first account in a readable form: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open('/folders/', look);
    await page.waitForURL(/\/setup$/, patient);
    await page.locator('input[name=code]').waitFor(patient);
    await expectReadable(page, 'setup', look);
  });

  it('asks for the first account at any address, creates it with the printed code, and continues with the next step', async () => {
    const page = await visits.open('/folders/');
    await page.waitForURL(/\/setup$/, patient);
    await page.locator('input[name=code]').waitFor(patient);
    await expectReadable(page, 'setup');
    await page.goto(`${product.address}/setup#WRONG-WRONG-WRONG-WRONG`);
    // A changed hash alone loads nothing.
    await page.reload();
    const late = await visits.open('/setup#WRONG-WRONG-WRONG-WRONG');
    for (const each of [page, late]) await fillIn(each);
    const submit = page.getByRole('button', { name: 'Create account' });
    await submit.click();
    await page.getByText('This is not the code that the server has printed').first().waitFor(patient);
    const [, code = ''] = product.firstAccount.split('#');
    await page.getByLabel('Setup code').fill(code.toLowerCase());
    await submit.click();
    await page.waitForURL(/\/welcome$/, patient);
    await page.getByRole('heading', { name: 'Welcome to Headwater' }).first().waitFor(patient);
    await page.getByText('Email is not set up on this server').first().waitFor(patient);
    await expectReadable(page, 'welcome');
    await page.getByRole('link', { name: 'Connect mailbox' }).click();
    await page.waitForURL(/\/messaging\/settings/, patient);
    // A page opened before the account was created.
    await late.getByRole('button', { name: 'Create account' }).click();
    await late.getByRole('heading', { name: 'This installation is set up' }).first().waitFor(patient);
    await late.getByRole('link', { name: 'Sign in' }).click();
    await late.waitForURL(/\/login$/, patient);
    await late.getByRole('textbox').first().waitFor(patient);
    const visitor = await visits.open(product.firstAccount.slice(product.address.length));
    await visitor.getByRole('heading', { name: 'This installation is set up' }).first().waitFor(patient);
    await visitor.getByRole('link', { name: 'Sign in' }).click();
    await visitor.waitForURL(/\/login$/, patient);
  });

  it.each(otherLooks)('shows the first steps: $language, $scheme, phone $phone', async (look) => {
    const page = await enter('/welcome', look);
    await page.locator('main h2').first().waitFor(patient);
    await expectReadable(page, 'welcome', look);
  });
});

describe('without outgoing e-mail', () => {
  it.each(looks)('[EMP-020] [EMP-040] an employee is added with a password: $language, $scheme, phone $phone', async (look) => {
    const page = await enter('/company/employees/add', look);
    const password = page.locator('input[type=password]').first();
    await password.waitFor(patient);
    const rule = look.language === 'ru' ? 'Не меньше 12 знаков' : 'At least 12 characters, with a lowercase';
    await page.getByText(rule).first().waitFor(patient);
    expect(await password.getAttribute('required')).not.toBeNull();
    await expectReadable(page, 'employee-without-email', look);
    await page.locator('input[type=email]').fill(`${lookName(look)}@own.test`);
    const add = page.getByRole('button', { name: look.language === 'ru' ? 'Добавить сотрудника' : 'Add employee' });
    await add.click();
    await page
      .getByText(look.language === 'ru' ? 'Задайте пароль' : 'Set a password')
      .first()
      .waitFor(patient);
    await password.fill('Second-Account-2026');
    await add.click();
    await page.waitForURL(/\/company\/employees\/?$/, patient);
  });
});

describe('the first account', () => {
  it('[ROLE-007] [COMP-046] runs the installation: it enables Telegram and transfers its rights to a colleague', async () => {
    const page = await enter('/companies');
    await page.getByRole('main').getByRole('link', { name: 'Quiet Harbour' }).click();
    await page.waitForURL(/\/companies\/\d+\/?$/, patient);
    await page.goto(`${page.url().replace(/\/$/, '')}/update`);
    await page.getByLabel('Telegram', { exact: true }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/companies\/\d+\/?$/, patient);
    await page.goto(`${product.address}/telegram-messenger/manager`);
    await page.getByRole('heading', { name: 'SIM cards' }).first().waitFor(patient);
    const colleague = { email: 'grace@own.test', password: signIn.password, first_name: 'Grace' };
    const added = await send(page, { path: '/api/v6/admins/', method: 'POST', body: colleague });
    await page.goto(`${product.address}/company/employees/${(added as { id: number }).id}`);
    await page.getByLabel('Runs this installation').check();
    await expectReadable(page, 'runs-installation');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/company\/employees\/?$/, patient);
    await page.getByRole('row', { name: /Grace.*Administrator · installation/ }).waitFor(patient);
  });
});

describe('importing many resumes', () => {
  it('[PEDT-008] creates a profile per file once, and reports invalid files', async () => {
    const page = await enter('/profiles/import');
    const input = page.locator('input[type=file]').first();
    const good = ['Vera Lind', 'Otto Brandt', 'Мария Кузнецова'].map((name, index) =>
      csv(`${name}.csv`, table(name, `person${index}@people.test`)),
    );
    await input.setInputFiles([
      ...good,
      csv('empty.csv', ''),
      csv('list.csv', `${table('A B', 'a@people.test')}C D,Cook,Inn,Rome,c@people.test\n`),
    ]);
    await page.getByText('Import finished', { exact: true }).first().waitFor({ timeout: 60_000 });
    await page.getByText('3 profiles added · 2 not imported').first().waitFor(patient);
    const added = page.locator('li[data-state=added]');
    await added.filter({ hasText: 'Otto Brandt' }).filter({ hasText: 'Otto Brandt.csv' }).first().waitFor(patient);
    await page.getByRole('button', { name: 'Add to vacancy' }).click();
    await page.getByRole('dialog', { name: 'Add 3 people to a vacancy' }).waitFor(patient);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached', ...patient });
    await expectReadable(page, 'import');
    await page.reload();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(good[2] ?? []);
    await page.getByText('1 imported before').first().waitFor({ timeout: 60_000 });
    const [profile] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the profile of Мария Кузнецова.csv' }).click(),
    ]);
    await profile.getByRole('heading', { name: 'Мария Кузнецова' }).first().waitFor({ timeout: 45_000 });
    await profile.close();
  });

  it('[PEDT-008] pauses when the session ends, and continues after the sign-in', async () => {
    const page = await enter('/profiles/import');
    const files = Array.from({ length: 16 }, (_each, index) =>
      csv(`Guest ${index}.csv`, table(`Guest ${index}`, `guest${index}@people.test`)),
    );
    await page.locator('input[type=file]').first().setInputFiles(files);
    await page.context().clearCookies({ name: 'headwater_session' });
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(signIn.password, patient);
    await dialog.locator('input[type=password]').press('Enter');
    await dialog.waitFor({ state: 'detached', ...patient });
    await page.getByText('16 profiles added').first().waitFor({ timeout: 60_000 });
  });

  it('[PEDT-008] combines a dropped folder with files read in the meantime', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headwater-dropped-'));
    try {
      const names = Array.from({ length: 60 }, (_each, index) => `Dropped ${index}`);
      await Promise.all(names.map((name) => writeFile(join(folder, `${name}.csv`), 'Name\n')));
      const page = await enter('/profiles/import');
      const first = ['Nora Field', 'Paul Stone'].map((name) => csv(`${name}.csv`, table(name, `${name.replace(' ', '.')}@people.test`)));
      // Simulates a browser that lists a folder slowly.
      await page.evaluate(() => {
        const get = DataTransferItem.prototype.webkitGetAsEntry;
        const opened = new Promise<void>((resolve) => Object.assign(globalThis, { openFolder: resolve }));
        DataTransferItem.prototype.webkitGetAsEntry = function slowly() {
          const dropped = get.call(this) as FileSystemDirectoryEntry;
          const reader = dropped.createReader();
          const read = reader.readEntries.bind(reader);
          reader.readEntries = (...input) => void opened.then(() => read(...input));
          dropped.createReader = () => reader;
          return dropped;
        };
      });
      const place = await page.getByText('Drop a table, resumes or folders here').boundingBox();
      const at = { x: (place?.x ?? 0) + 5, y: (place?.y ?? 0) + 5 };
      const session = await page.context().newCDPSession(page);
      await page.locator('input[type=file]').first().setInputFiles(first);
      const data = { items: [], files: [folder], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, ...at, data });
      await page.locator('li[data-state=added]').nth(1).waitFor({ timeout: 60_000 });
      await page.evaluate(() => (globalThis as unknown as { openFolder: () => void }).openFolder());
      await page.getByText('Import finished', { exact: true }).first().waitFor({ timeout: 60_000 });
      await page.getByText('2 profiles added · 60 not imported').first().waitFor({ timeout: 60_000 });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each(otherLooks)('is readable: $language, $scheme, phone $phone', async (look) => {
    const page = await enter('/profiles/import', look);
    const many = Array.from({ length: 6 }, (_each, index) =>
      csv(
        `Candidate of the spring ${index}.csv`,
        index === 3 ? '' : table(`Person ${look.language}${look.scheme}${index}`, `p${index}@people.test`),
      ),
    );
    await page.locator('input[type=file]').first().setInputFiles(many);
    await page.locator('li[data-state=failed]').first().waitFor({ timeout: 60_000 });
    await expect.poll(() => page.locator('li[data-state=waiting], li[data-state=reading]').count(), { timeout: 60_000 }).toBe(0);
    await expectReadable(page, 'import', look);
  });
});
