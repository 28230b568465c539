import { beforeAll, expect, it } from 'vitest';
import { connect } from './correspond.ts';
import { patient, send, visits } from './visit.ts';

beforeAll(async () => {
  const page = await visits.enter('admin');
  await connect(page);
  await visits.leave(page);
});

const labels = {
  en: { from: 'From', to: 'Until', launch: 'Launch', later: 'At a date', date: 'Date', time: 'Time' },
  ru: { from: 'С', to: 'До', launch: 'Запуск', later: 'На дату', date: 'Дата', time: 'Время' },
} as const;

it.each(['en', 'ru'] as const)(
  '[SEND-015] [MAIL-009] takes hours by keyboard, of 12 or 24, and shows 24 in every language: %s',
  async (language) => {
    const page = await visits.open('/icon.svg', { who: 'admin', language });
    const { id: folder } = (await send(page, { path: '/api/v6/folders/', method: 'POST', body: { name: `Hours ${language}` } })) as {
      id: number;
    };
    const templates = [{ subject: 'Hello', body: '<p>Hello</p>' }];
    const body = { folder_id: folder, templates };
    const { id } = (await send(page, { path: '/api/v6/mailing_lists/', method: 'POST', body })) as { id: number };
    const windowOf = async () => {
      const list = (await send(page, { path: `/api/v6/mailing_lists/${id}/` })) as { templates: Record<string, string | null>[] };
      return [list.templates[0]?.['send_time_from'], list.templates[0]?.['send_time_to']];
    };
    const words = labels[language];
    await page.goto(new URL(`/folders/${folder}/messaging`, page.url()).href);
    const from = page.getByLabel(words.from, { exact: true });
    const to = page.getByLabel(words.to, { exact: true });
    await from.click();
    await page.keyboard.type('9.30');
    await page.keyboard.press('Tab');
    await page.keyboard.type('6 pm');
    await page.keyboard.press('Enter');
    expect([await from.inputValue(), await to.inputValue()]).toEqual(['09:30', '18:00']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(windowOf, patient).toEqual(['09:30:00', '19:00:00']);
    await to.fill('noon');
    await page.keyboard.press('Tab');
    expect(await to.inputValue()).toBe('19:00');

    await page.getByRole('link', { name: words.launch }).click();
    await page.getByText(words.later, { exact: true }).click();
    const time = page.getByLabel(words.time, { exact: true });
    expect(await time.inputValue()).toBe('09:00');
    await page.getByLabel(words.date, { exact: true }).fill('2099-01-31');
    await time.fill('2:15pm');
    await page.keyboard.press('Enter');
    expect(await time.inputValue()).toBe('14:15');
  },
);
