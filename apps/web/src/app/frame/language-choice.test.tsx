import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { dropConnection } from '#testing/stub-server.ts';

const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 });

describe('choosing a language', () => {
  it('[ACC-044] [I18N-005] keeps it when the next screen opens before it is saved, and reverts it when saving fails', async () => {
    const { server, hands } = await openApp('/settings', { as: userOf('worker') });
    await heading('Settings');
    const release = server.hold(contract.accounts.saveSettings);
    await hands.click(await screen.findByText('Русский'));
    await heading('Настройки');
    await hands.click(await screen.findByRole('link', { name: 'Вакансии' }));
    await heading(/^Вакансии/);
    release();
    await waitFor(() => expect(server.inputsOf(contract.accounts.saveSettings)).toEqual([{ language: 'ru' }]));
    history.back();
    await heading('Настройки');
    server.on(contract.accounts.saveSettings, dropConnection);
    await hands.click(screen.getByText('English'));
    await screen.findByRole('alert');
    await waitFor(() => expect(document.documentElement.lang).toBe('ru'));
    await heading('Настройки');
  });

  it('[ACC-044] [I18N-005] shows the language of the server after two failed saves', async () => {
    const { server, hands } = await openApp('/settings', { as: userOf('worker') });
    await heading('Settings');
    server.on(contract.accounts.saveSettings, dropConnection);
    const release = server.hold(contract.accounts.saveSettings);
    await hands.click(await screen.findByText('Русский'));
    await heading('Настройки');
    await hands.click(screen.getByText('English'));
    await heading('Settings');
    release();
    await waitFor(() => expect(server.inputsOf(contract.accounts.saveSettings)).toEqual([{ language: 'ru' }, { language: 'en' }]));
    await screen.findByRole('alert');
    await waitFor(() => expect([document.documentElement.lang, localStorage.getItem('headwater.language')]).toEqual(['en', 'en']));
    await hands.click(await screen.findByRole('link', { name: 'Vacancies' }));
    await heading('Vacancies');
  });
});
