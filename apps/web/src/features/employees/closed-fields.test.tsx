import { contract } from '@headwater/contract/contract';
import type { CurrentUser } from '@headwater/contract/accounts';
import type { Employee } from '@headwater/contract/employees';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const missing = () => json(404, { detail: 'Not found' });

/** Opens an employee as the administrator with id 1. */
async function openPerson(person: Partial<Employee>, user: Partial<CurrentUser> = {}) {
  const found = answerOf(contract.employees.findWorker, { id: 5, name: 'Will', first_name: 'Will', email: 'will@acme.test', ...person });
  const isAdmin = found.role === 'admin';
  const opened = await openApp(`/company/employees/${found.id}`, {
    as: userOf('admin', user),
    answers: (server) => {
      server.on(contract.employees.findWorker, isAdmin ? missing : () => found);
      server.on(contract.employees.findAdmin, isAdmin ? () => found : missing);
      server.on(contract.employees.saveAdmin, () => found);
    },
  });
  await waitFor(() => expect(document.querySelector('main form input[name=email]')).not.toBeNull());
  const form = document.querySelector('main form') as HTMLElement;
  const isDisabled = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.disabled;
  return { ...opened, form: within(form), isDisabled };
}

it('[ACC-062] lets administrators edit their own record except the address and the password', async () => {
  const { server, hands, isDisabled } = await openPerson({ id: 1, role: 'admin' });
  expect([isDisabled('email'), isDisabled('password'), isDisabled('first_name')]).toEqual([true, true, false]);
  await screen.findByText('Change your own address in your account settings.');
  await hands.type(await screen.findByLabelText(/^Comment/), 'Own');
  await hands.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(server.inputsOf(contract.employees.saveAdmin)).toMatchObject([{ id: 1, comment: 'Own' }]);
});

it.each([
  ['a recruiter', { id: 5, role: 'worker' }, 2],
  ['another administrator', { id: 6, role: 'admin' }, 3],
  ['that administrator', { id: 1, role: 'admin' }, 3],
] as const)(
  '[EMP-049] [ROLE-033] disables the sign-in data of %s for staff who act as an administrator',
  async (_name, person, reasons) => {
    const { form, isDisabled } = await openPerson(person, { impersonated_by: 9 });
    expect(form.getAllByText(/while you act as someone else/)).toHaveLength(reasons);
    expect([isDisabled('email'), isDisabled('password'), isDisabled('first_name')]).toEqual([true, true, false]);
  },
);

it('[EMP-049] lets administrators change the address and the password of a recruiter', async () => {
  const { isDisabled } = await openPerson({ role: 'worker' });
  expect([isDisabled('email'), isDisabled('password')]).toEqual([false, false]);
});
