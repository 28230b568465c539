import { beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { looks, patient, send, visits } from './visit.ts';

let profile = 0;
beforeAll(async () => {
  const page = await visits.enter('recruiter');
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=2' })) as { profiles: { id: number }[] };
  profile = found.profiles[0]?.id ?? 0;
  await visits.leave(page);
});

describe('a task about a person', () => {
  it.each(looks)('is added in the profile, done in the list and reopened: $language, $scheme, phone $phone', async (look) => {
    const [add, title, done, undo, overdue] =
      look.language === 'en'
        ? ['Add task', 'Task', 'Done', 'Undo', 'Overdue']
        : ['Добавить задачу', 'Задача', 'Выполнить', 'Отменить', 'Просрочены'];
    const words = `Call ${Date.now()}`;
    const page = await visits.open(`/profiles/${profile}`, { who: 'recruiter', ...look });
    await page.getByRole('button', { name: add }).click(patient);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(title).first().fill(words);
    await dialog.locator('input[type=date]').fill('2026-01-15');
    await expectReadable(page, 'task-form', look);
    await dialog.getByRole('button', { name: add }).click();
    await page.getByRole('listitem').filter({ hasText: words }).waitFor(patient);

    await page.goto(`${new URL(page.url()).origin}/tasks`);
    const row = page.getByRole('region', { name: overdue }).getByRole('listitem').filter({ hasText: words });
    await row.waitFor(patient);
    await expectReadable(page, 'tasks', look);
    await row.getByRole('checkbox', { name: new RegExp(`^${done}`) }).click();
    await row.waitFor({ state: 'detached', ...patient });
    await page.getByRole('status').getByRole('button', { name: undo }).click();
    await row.waitFor(patient);
    await row.getByRole('checkbox').click();
    await row.waitFor({ state: 'detached', ...patient });
    await page.goto(`${new URL(page.url()).origin}/profiles/${profile}`);
    await expect.poll(() => page.getByText(words).count(), patient).toBe(0);
  });
});
