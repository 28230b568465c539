import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { looks, makeCompany, patient, picture, send, visits } from './visit.ts';

const word = Math.random().toString(36).slice(2, 7);
let id = 0;
let other = 0;

beforeAll(async () => {
  const page = await visits.open('/companies', { who: 'staff' });
  id = await makeCompany(page, { company_name: `Employer ${word}` });
  other = await makeCompany(page, { company_name: `Next employer ${word}` });
  await visits.leave(page);
});

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) }).first();

async function choose(page: Page, { of, item }: { of: string; item: string | RegExp }) {
  await page.getByRole('button', { name: `Actions: ${of}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const agree = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

describe('employees of a company, for internal staff', () => {
  it('[EMP-001] [EMP-002] [EMP-032] are listed and added, with a new department', async () => {
    const page = await visits.open(`/companies/${id}/employees`, { who: 'staff' });
    await page.getByText('No employees').first().waitFor(patient);
    await page.getByRole('link', { name: 'Add employee' }).first().click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').first().fill('short');
    await page.getByRole('button', { name: 'New department' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Research');
    await agree(page, 'Create department');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add employee' }).click();
    await page.getByText('Enter a valid email address').first().waitFor(patient);
    await page.getByText('A password must have at least 12 characters').first().waitFor(patient);
    await page.getByLabel('Email').fill(`grace.${word}@employer.test`);
    await page.getByLabel('Password').first().fill('Correct-Horse-8');
    await page.getByRole('button', { name: 'Add employee' }).dblclick();
    await page.getByText('Grace Hopper added').first().waitFor(patient);
    await row(page, 'Grace Hopper').getByText('Research').waitFor(patient);
    expect(await page.locator('tbody tr[data-index]').count()).toBe(1);
  });

  it('[EMP-003] are changed', async () => {
    const page = await visits.open(`/companies/${id}/employees`, { who: 'staff' });
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper' }).first().waitFor(patient);
    await page.getByLabel('Phone', { exact: true }).fill('+1 555 0100');
    await page.getByLabel('Email').fill('admin@demo.headwater.test');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('This email is already in use').first().waitFor(patient);
    await page.getByLabel('Email').fill(`grace.${word}@employer.test`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await row(page, 'Grace Hopper').waitFor(patient);
  });

  it('[EMP-035] [EMP-033] are switched, deactivated and deleted, each of which can be undone', async () => {
    const page = await visits.open(`/companies/${id}/employees`, { who: 'staff' });
    const grace = row(page, 'Grace Hopper');
    await choose(page, { of: 'Grace Hopper', item: 'Make administrator' });
    await agree(page, 'Make administrator');
    await grace.getByText('Administrator').first().waitFor(patient);
    // The company has no other administrator.
    await choose(page, { of: 'Grace Hopper', item: 'Delete' });
    await agree(page, 'Delete');
    await page.getByText('A company needs at least one active administrator').first().waitFor(patient);
    await send(page, {
      path: '/api/v6/admins/',
      method: 'POST',
      body: { company_id: id, email: `boss.${word}@employer.test`, first_name: 'Linus', last_name: 'Boss', password: 'Correct-Horse-8' },
    });
    await choose(page, { of: 'Grace Hopper', item: 'Make recruiter' });
    await agree(page, 'Make recruiter');
    await grace.getByText('Recruiter').first().waitFor(patient);
    await choose(page, { of: 'Grace Hopper', item: 'Deactivate' });
    await agree(page, 'Deactivate');
    await grace.getByText('Not active').waitFor(patient);
    await page.getByRole('button', { name: 'Undo' }).click();
    await grace.getByText('Active', { exact: true }).waitFor(patient);
    await choose(page, { of: 'Grace Hopper', item: 'Delete' });
    await agree(page, 'Delete');
    await grace.waitFor({ state: 'detached' });
    await page.goto(`${base}/companies/${id}/employees?status=deleted`);
    await choose(page, { of: 'Grace Hopper', item: 'Restore' });
    await page.getByText('Grace Hopper activated').first().waitFor(patient);
  });

  it('[EMP-004] [EMP-061] are moved to another company', async () => {
    const page = await visits.open(`/companies/${id}/employees?search=Grace`, { who: 'staff' });
    await send(page, { path: `/api/v6/companies/${other}/`, method: 'PUT', body: { max_workers_with_search: 0 } });
    await choose(page, { of: 'Grace Hopper', item: 'Move to another company' });
    const box = page.getByLabel('Company', { exact: true }).first();
    await box.fill(`Next employer ${word}`);
    await page.getByRole('option', { name: `Next employer ${word}` }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('The limit of employees with search is reached').first().waitFor(patient);
    await send(page, { path: `/api/v6/companies/${other}/`, method: 'PUT', body: { max_workers_with_search: null } });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.waitForURL(new RegExp(`/companies/${other}/employees/\\d+$`), patient);
    await page.getByRole('heading', { name: 'Grace Hopper' }).first().waitFor(patient);
  });

  it('[EMP-005] [EMP-006] [EMP-008] may be hiring managers, in a list of their own', async () => {
    const page = await visits.open(`/companies/${id}/hiring-managers`, { who: 'staff' });
    await page.getByRole('link', { name: 'Add hiring manager' }).first().click();
    await page.getByLabel('First name').fill('Henry');
    await page.getByLabel('Email').fill(`henry.${word}@employer.test`);
    await page.getByRole('button', { name: 'Add hiring manager' }).click();
    await page.getByText(`Henry added, invitation sent to henry.${word}@employer.test`).first().waitFor(patient);
    await row(page, 'Henry').getByText('Not accepted yet').waitFor(patient);
    await picture(page, 'hiring-manager-invited');
    await page.getByRole('button', { name: 'Actions: Henry' }).click();
    await page.getByRole('menuitem', { name: 'Resend invitation' }).waitFor(patient);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Henry' }).click();
    await page.getByLabel('Last name').fill('Manager');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await row(page, 'Henry Manager').waitFor(patient);
  });

  it('[ROLE-026] have other companies linked by staff, so that their administrators may move them there', async () => {
    const page = await visits.open(`/companies/${id}/custom-settings`, { who: 'staff' });
    const box = page.getByLabel('Companies that employees may be moved to').first();
    await box.fill(`Next employer ${word}`);
    await page.getByRole('option', { name: `Next employer ${word}` }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await page.getByText('Saved').first().waitFor(patient);
    expect(await send(page, { path: `/api/v6/companies/${id}/linked_companies/` })).toMatchObject({ companies: [{ id: other }] });
  });
});

describe('account managers', () => {
  it('[EMP-009] [EMP-010] [EMP-011] are listed, added and changed by staff', async () => {
    const page = await visits.open('/managers', { who: 'staff' });
    await page.getByRole('heading', { name: 'Managers', level: 1 }).first().waitFor(patient);
    await page.getByRole('link', { name: 'Add manager' }).first().click();
    await page.getByLabel('First name').fill(`Mia${word}`);
    await page.getByLabel('Email').fill(`mia.${word}@staff.test`);
    await page.getByRole('button', { name: 'Add manager' }).click();
    await page.getByText('Set a password: account managers and staff are not invited by email').first().waitFor(patient);
    await page.getByLabel('Password').first().fill('Correct-Horse-8');
    await page.getByRole('button', { name: 'Add manager' }).click();
    await page.getByText(`Mia${word} added`).first().waitFor(patient);
    await page.goto(`${base}/managers?search=${word}`);
    await page.getByRole('link', { name: `Mia${word}` }).click();
    await page.getByLabel('Comment').fill('Looks after agencies');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved').first().waitFor(patient);
  });
});

describe('the own company', () => {
  it('[EMP-012] [EMP-013] [EMP-014] [ROLE-019] has employees; administrators see their search access and cannot change it', async () => {
    const page = await visits.open('/company/employees', { who: 'admin' });
    await page.getByRole('link', { name: 'Add employee' }).first().click();
    await page.getByLabel('First name').fill(`Own${word}`);
    await page.getByLabel('Email').fill(`own.${word}@demo.headwater.test`);
    await page.getByRole('button', { name: 'Add employee' }).click();
    await page.getByText(`Own${word} added`).first().waitFor(patient);
    await page.goto(`${base}/company/employees?search=own.${word}`);
    await page.getByRole('link', { name: `Own${word}` }).click();
    await page.getByText('Only the account manager of your company changes this.').first().waitFor(patient);
    expect(await page.getByRole('switch', { name: 'Search' }).isDisabled()).toBe(true);
    await page.getByLabel('Comment').fill('On trial');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved').first().waitFor(patient);
  });

  it('[ACC-062] lets administrators change their own record except the address', async () => {
    const page = await visits.open('/company', { who: 'admin' });
    await page.goto(`${base}/company/employees/${await idOf(page)}`);
    const address = page.getByLabel('Email');
    await address.waitFor(patient);
    expect([await address.isDisabled(), await address.inputValue()]).toEqual([true, 'admin@demo.headwater.test']);
    await page.getByText('Change your own address in your account settings.').waitFor(patient);
    expect(await page.getByLabel('New password').first().isDisabled()).toBe(true);
    await page.getByLabel('Comment').fill(`Own ${word}`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved').first().waitFor(patient);
  });

  it('[EMP-015] [EMP-016] [EMP-018] has hiring managers', async () => {
    const page = await visits.open('/company/hiring-managers', { who: 'admin' });
    await page.getByRole('link', { name: 'Add hiring manager' }).first().click();
    await page.getByLabel('First name').fill(`Ines${word}`);
    await page.getByLabel('Email').fill(`ines.${word}@demo.headwater.test`);
    await page.getByRole('button', { name: 'Add hiring manager' }).click();
    await page.getByText(`Ines${word} added`).first().waitFor(patient);
    await page.goto(`${base}/company/hiring-managers?search=ines.${word}`);
    await page.getByRole('link', { name: `Ines${word}` }).click();
    await page
      .getByRole('heading', { name: `Ines${word}` })
      .first()
      .waitFor(patient);
  });

  it('[EMP-070] [VAC-004] keeps people who have left in vacancies, which others go on changing', async () => {
    const page = await visits.open('/company/employees', { who: 'admin' });
    const body = { email: `rita.${word}@demo.headwater.test`, first_name: `Rita${word}`, last_name: 'Novak' };
    const rita = (await send(page, { path: '/api/v6/workers/', method: 'POST', body })) as { id: number };
    const fields = { name: `Left ${word}`, assignees: [rita.id] };
    const vacancy = (await send(page, { path: '/api/v6/folders/', method: 'POST', body: fields })) as { id: number };
    await send(page, { path: `/api/v6/workers/${rita.id}/`, method: 'DELETE' });
    await page.goto(`${base}/folders/${vacancy.id}/edit`);
    await page.getByText(`Rita${word} Novak (former)`).first().waitFor(patient);
    await picture(page, 'vacancy-former-recruiter');
    await page.getByLabel('Description').fill('Corrected');
    await page.getByRole('button', { name: 'Save vacancy' }).click();
    await page.waitForURL(new RegExp(`/folders/${vacancy.id}/?$`), patient);
    expect(await send(page, { path: `/api/v6/folders/${vacancy.id}/` })).toMatchObject({
      description: 'Corrected',
      assignees: [{ id: rita.id, is_former: true }],
    });
  });

  it('[EMP-012] is nothing for a recruiter, who lands at home', async () => {
    const page = await visits.open('/company/employees', { who: 'recruiter' });
    await page.waitForURL((url) => url.pathname === '/', patient);
  });
});

/** Who is signed in. */
const idOf = async (page: Page) => ((await send(page, { path: '/api/internal/users/me/' })) as { id: number }).id;

it.each(looks)('[EMP-001] [EMP-002] [EMP-009] [EMP-012] people read well: $language, $scheme, phone $phone', async (look) => {
  const own = await idOf(await visits.open('/company', { who: 'admin' }));
  const screens = [
    [`/companies/${id}/employees`, 'employees', 'staff'],
    [`/companies/${id}/employees/add`, 'employee-add', 'staff'],
    ['/company/employees', 'own-employees', 'admin'],
    [`/company/employees/${own}`, 'own-employee', 'admin'],
    ['/company/hiring-managers', 'own-hiring-managers', 'admin'],
    ['/managers', 'managers', 'staff'],
    ['/managers/add', 'manager-add', 'staff'],
  ] as const;
  for (const [path, screen, who] of screens) {
    const page = await visits.open(path, { who, ...look });
    await page.locator('main h1').first().waitFor(patient);
    await page.locator('main tbody tr[data-index], main form').first().waitFor(patient);
    await expectReadable(page, screen, look);
    await visits.leave(page);
  }
});
