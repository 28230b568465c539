import { contract } from '@headwater/contract/contract';
import type { Employee } from '@headwater/contract/employees';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const person = (id: number, name: string): Employee =>
  rowOf(contract.employees.list, 'employees', {
    id,
    name,
    email: `${id}@a.test`,
    role: 'worker',
    status: 'active',
    is_active: true,
  }) as Employee;
const people = [person(101, 'Ada'), person(102, 'Bob'), person(103, 'Cy')];

it('[EMP-033] [DEC-13] deactivates the selected people, names who was refused, and undoes it', async () => {
  const saved: object[] = [];
  const { hands } = await openApp('/company/employees', {
    as: userOf('admin'),
    answers: (server) => {
      server.on(contract.employees.list, () => answerOf(contract.employees.list, { employees: people, count: 3 }));
      server.on(contract.employees.saveWorker, (input) => {
        if (input.id === 102) return json(400, { detail: 'Not this one' });
        saved.push(input);
        return people[0] as Employee;
      });
    },
  });
  await screen.findByText('Cy');
  await hands.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  const bar = await screen.findByRole('toolbar', { name: '3 selected' });
  await hands.click(within(bar).getByRole('button', { name: 'Deactivate' }));
  // The dialog replaces its placeholder once its code is there.
  await screen.findByText(/^They are signed out/);
  const dialog = screen.getByRole('dialog', { name: 'Deactivate 3 people?' });
  await hands.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  await screen.findByText('Not this one');
  screen.getByRole('dialog', { name: '1 person not changed' });
  expect(saved).toEqual([
    { id: 101, is_active: false },
    { id: 103, is_active: false },
  ]);
  await hands.keyboard('{Escape}');
  await hands.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(saved.slice(2)).toEqual([
      { id: 101, is_active: true },
      { id: 103, is_active: true },
    ]),
  );
});
