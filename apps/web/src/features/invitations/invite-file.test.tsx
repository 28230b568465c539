import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

it('[EMP-081] invites the lines of a file and keeps the refused ones with their reasons', async () => {
  const sent: object[] = [];
  const { hands } = await openApp('/company/employees', {
    as: userOf('admin'),
    answers: (server) => {
      server.on(contract.notices.getSettings, () => answerOf(contract.notices.getSettings, { email_available: true }));
      server.on(contract.invitations.create, (input) => {
        sent.push(input);
        if (input.email === 'bob@a.test') return json(400, { email: ['Already works here'] });
        return rowOf(contract.invitations.list, 'invitations', { email: input.email });
      });
    },
  });
  await hands.click(await screen.findByRole('button', { name: 'Invite people' }));
  await hands.click(await screen.findByRole('button', { name: 'Invite from a CSV file' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Choose file' });
  const file = new File(['email,role,department\nada@a.test,Administrator,Sales\nbob@a.test,,\nnobody,,\n'], 'people.csv', {
    type: 'text/csv',
  });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await hands.upload(input, file);
  await within(dialog).findByText('Enter a valid email address');
  await hands.click(within(dialog).getByRole('button', { name: 'Send 2 invitations' }));
  await within(dialog).findByText('Already works here');
  expect(sent).toEqual([
    { email: 'ada@a.test', role: 'admin', department: 'Sales', language: 'en' },
    { email: 'bob@a.test', role: 'worker', language: 'en' },
  ]);
  await waitFor(() => expect(within(dialog).getAllByText('Sent')).toHaveLength(1));
  within(dialog).getByRole('button', { name: 'Save refused lines' });
  await hands.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.at(-1)).toMatchObject({ email: 'bob@a.test' });
  await waitFor(() => expect(within(dialog).getAllByText('Sent')).toHaveLength(1));
});

/** windows-1251 */
const encode = (text: string) =>
  Uint8Array.from(text, (letter) => (letter.charCodeAt(0) < 128 ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x350));

it('[EMP-081] reads a Russian table in windows-1251 and refuses a large file', async () => {
  const { hands } = await openApp('/company/employees', {
    as: userOf('admin'),
    answers: (server) => server.on(contract.notices.getSettings, () => answerOf(contract.notices.getSettings, { email_available: true })),
  });
  await hands.click(await screen.findByRole('button', { name: 'Invite people' }));
  await hands.click(await screen.findByRole('button', { name: 'Invite from a CSV file' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Choose file' });
  const upload = async (name: string, parts: BlobPart[]) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    await hands.upload(input, new File(parts, name, { type: 'text/csv' }));
  };
  await upload('large.csv', ['ada@a.test\n'.repeat(100_000)]);
  await within(dialog).findByText('The file is larger than 1 MB. Split it into files of up to 500 lines');
  await upload('people.csv', [encode('почта;роль;отдел\nada@a.test;;Продажи и маркетинг\n')]);
  await within(dialog).findByText(/Продажи и маркетинг/);
});
