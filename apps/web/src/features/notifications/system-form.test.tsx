import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const [acme, umbrella] = [
  { id: 7, name: 'Acme' },
  { id: 12, name: 'Umbrella' },
];
const { find, save } = contract.systemNotifications;
const { listMoveTargets } = contract.employees;

it('[NOTF-020] finds the companies of a notification by name', async () => {
  const { server, hands } = await openApp('/notifications/system/edit/3', {
    as: userOf('super_user'),
    answers: (stub) => {
      const own = { id: 3, title: 'Works', content: '<p>Text</p>', company_ids: '7', companies: [acme] };
      stub.on(find, () => answerOf(find, own));
      stub.on(save, (input) => answerOf(save, { ...own, ...input }));
      stub.on(listMoveTargets, ({ search = '' }) => ({ companies: 'umbrella'.startsWith(search.toLowerCase()) ? [umbrella] : [] }));
    },
  });
  const picker = await screen.findByRole('combobox', { name: 'Companies' });
  await screen.findAllByText('Acme');
  await hands.type(picker, 'umb');
  await hands.click(await screen.findByRole('option', { name: 'Umbrella' }));
  await hands.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.inputsOf(save)).toMatchObject([{ id: 3, company_ids: '7,12' }]));
});
