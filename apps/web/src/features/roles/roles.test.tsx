import { contract } from '@headwater/contract/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const table = () => screen.findByRole('table', { name: 'People' });
const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent);

it('[ROLE-001] [ROLE-007] shows administrators the rights by role in their company', async () => {
  await openApp('/company/roles', { as: userOf('admin') });
  expect(await heads()).toContain('Hiring manager');
  expect(await heads()).not.toContain('Super user');
  const row = within(await table()).getByRole('row', { name: /^Search for people/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['with search', 'Yes', expect.stringContaining('No'), expect.stringContaining('No'), 'Yes']);
});

it('[ROLE-001] [ROLE-016] shows staff the rights of all roles', async () => {
  const umbrella = { company_id: 7, company_name: 'Umbrella' };
  await openApp('/companies/7/roles', {
    as: userOf('super_user'),
    answers: (server) => server.on(contract.companies.find, () => answerOf(contract.companies.find, umbrella)),
  });
  await screen.findByRole('table', { name: 'Installation' });
  expect(await heads()).toContain('Super user');
});
