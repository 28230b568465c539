import { contract } from '@headwater/contract/contract';
import type { ExtensionNotificationInput } from '@headwater/contract/extension-notifications';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const field = (label: RegExp) => screen.findByLabelText(label);

it('[NOTF-001] [NOTF-002] [NOTF-003] [NOTF-040] [NOTF-042] staff can create one, with errors at its fields', async () => {
  const { list, find, create, save } = contract.extensionNotifications;
  const saved: ExtensionNotificationInput[] = [];
  const { server, hands } = await openApp('/notifications', {
    as: userOf('super_user'),
    answers: (server) => {
      server.on(list, () => ({
        notifications: saved.map((input) => answerOf(create, { ...input, id: 3 })),
        count: saved.length,
        pages: { current: 1, total: 1 },
      }));
      server.on(find, () => answerOf(find, { ...saved[0], id: 3 }));
      server.checkInputs(create);
      server.on(create, (input) => {
        if (input.description_ru === '') return json(400, { description_ru: ['Fill in the description in both languages or in none'] });
        saved.push(input);
        return answerOf(create, { ...input, id: 3 });
      });
      server.on(save, (input) => answerOf(save, input));
    },
  });
  await hands.click((await screen.findAllByRole('link', { name: 'New notification' }))[0] as HTMLElement);
  const button = await screen.findByRole('button', { name: 'Create notification' });
  await hands.click(button);
  await screen.findByText('This field cannot be empty');
  await hands.type(await field(/^Title/), 'Version');
  await hands.type(await field(/^Description in English/), 'What is new');
  await hands.type(await field(/^Sites/), 'linkedin.com, *.hh.ru');
  await hands.type(await field(/^Shown in versions/), '1.4.0, 1.4.1c');
  await hands.click(button);
  await screen.findByText('Fill in the description in both languages or in none');
  await hands.type(await field(/^Description in Russian/), 'Что нового');
  await hands.click(button);
  await screen.findByText('Notification created');
  expect(server.inputsOf(create).at(-1)).toMatchObject({
    sites: 'linkedin.com, *.hh.ru',
    versions_shown: '1.4.0, 1.4.1c',
    versions_hidden: '',
    access_type: null,
  });
  await hands.click(await screen.findByRole('link', { name: 'Version' }));
  await waitFor(() => expect(location.pathname).toMatch(/\/notifications\/edit\/3/));
  const weight = await field(/^Weight/);
  await hands.clear(weight);
  await hands.type(weight, '7');
  await hands.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Notification saved');
  expect(server.inputsOf(save).at(-1)).toMatchObject({ id: 3, weight: 7 });
});
