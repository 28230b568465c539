import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { type Product, startProduct } from './product.ts';
import { looks, patient, type Visits, visitProduct } from './visit.ts';

let product: Product;
let visits: Visits;
const signIn = { email: 'ada@own.test', password: 'First-Account-2026' };

beforeAll(async () => {
  product = await startProduct({ HEADWATER_DEMO: 'off' });
  visits = visitProduct(product.address);
  const [, code = ''] = product.firstAccount.split('#');
  const page = await visits.open(`/setup#${code}`);
  await page.getByLabel('Company').fill('Quiet Harbour');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill(signIn.email);
  await page.getByLabel('Password', { exact: true }).fill(signIn.password);
  await page.getByLabel('Repeat password').fill(signIn.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/welcome/, { timeout: 60_000 });
}, 180_000);
afterAll(() => product.stop());

async function enter(path: string, look: Parameters<Visits['open']>[1] = {}) {
  const page = await visits.open(`/login?next=${encodeURIComponent(path)}`, look);
  await page.getByRole('textbox').first().fill(signIn.email);
  await page.keyboard.press('Enter');
  await page.locator('input[type=password]').fill(signIn.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(path), patient);
  return page;
}

/** The language of the account may differ from that of the browser. */
const t = {
  columns: /^(?:Columns|Столбцы)$/,
  start: /^(?:Import \d+ rows|Импортировать \d+ строк)/,
  finished: /^(?:Import finished|Импорт завершён)$/,
  undo: /^(?:Undo import|Отменить импорт)$/,
  undone: /^(?:Import undone|Импорт отменён)$/,
};
const header = 'ФИО;Почта;Телефон;Должность;Компания;Город;Навыки;Зарплата;Комментарий;Дата добавления;Номер дела';
const rowOf = (index: number) =>
  index === 3
    ? ';;;Инженер;;;;;;;'
    : `Орлова Анна ${index};anna${index}@table.test;${index === 1 ? 'нет' : `+7 916 123-45-${10 + index}`};Аналитик данных;Ромашка;Казань;SQL, Python, Airflow;${index === 2 ? '150000' : '150 000 руб.'};Перезвонить после обеда;12.03.2024;${index}`;

describe('importing a table', () => {
  it.each(looks)('[IMP-003] [IMP-007] maps, previews, imports and undoes it: $language, $scheme, phone $phone', async (look) => {
    const page = await enter('/profiles/import', look);
    const buffer = Buffer.from([header, ...Array.from({ length: 8 }, (_, index) => rowOf(index))].join('\n'));
    await page.locator('input[type=file]').first().setInputFiles({ name: 'кандидаты.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('heading', { name: t.columns }).waitFor({ timeout: 60_000 });
    await expectReadable(page, 'table-import', look);
    await page.getByRole('button', { name: t.start }).click();
    await page.getByRole('heading', { name: t.finished }).waitFor({ timeout: 60_000 });
    await expectReadable(page, 'table-import-result', look);
    await page.getByRole('button', { name: t.undo }).click();
    await page.getByRole('heading', { name: t.undone }).waitFor({ timeout: 60_000 });
    expect(await page.locator('[role=alert]').count()).toBe(0);
  });
});
