import type { Page } from 'playwright-core';
import { beforeEach, describe, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { looks, patient, send, visits } from './visit.ts';

let api: Page;
beforeEach(async () => {
  api = await visits.open('/icon.svg', { who: 'recruiter' });
});

async function makeVacancy(name: string, profiles: readonly number[]): Promise<number> {
  const { id } = (await send(api, { path: '/api/v6/folders/', method: 'POST', body: { name } })) as { id: number };
  await send(api, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: id, profiles } });
  return id;
}

describe('why a person fits', () => {
  it.each(looks)('[PPL-002] is noted in the profile and seen in another vacancy: $language, $scheme, phone $phone', async (look) => {
    const { profiles } = (await send(api, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number }[] };
    const ids = profiles.map(({ id }) => id);
    const vacancy = await makeVacancy(`Fit ${Date.now()}`, ids);
    const [title, add, doesNot, reason] =
      look.language === 'en'
        ? ['Fit', 'Add fit note', 'Does not fit', 'Reason']
        : ['Почему подходит или нет', 'Добавить оценку', 'Не подходит', 'Причина'];
    const words = `Stays in Bonn ${Date.now()}`;
    const page = await visits.open(`/profiles/${ids[0]}`, { who: 'recruiter', ...look });
    const section = page.getByRole('region', { name: title });
    await section.getByRole('button', { name: add }).click(patient);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: doesNot }).click();
    await dialog.getByRole('textbox', { name: reason }).fill(words);
    await expectReadable(page, 'fit-note-form', look);
    await dialog.getByRole('button', { name: add }).click();
    await section.getByText(words).waitFor(patient);
    await expectReadable(page, 'fit-notes', look);

    await page.goto(`${new URL(page.url()).origin}/folders/${vacancy}`);
    await page.getByText(doesNot).first().waitFor(patient);
    await expectReadable(page, 'fit-in-vacancy', look);
    const { fit_notes: notes } = (await send(api, { path: `/api/v6/profiles/${ids[0]}/fit_notes/` })) as { fit_notes: { id: number }[] };
    for (const { id } of notes) await send(api, { path: `/api/v6/fit_notes/${id}/`, method: 'DELETE', body: {} });
    await send(api, { path: `/api/v6/folders/${vacancy}/`, method: 'DELETE', body: {} });
  });
});
