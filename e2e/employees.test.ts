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

async function addEmployee(page: Page): Promise<void> {
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
}

async function changeEmployee(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('heading', { name: 'Grace Hopper' }).first().waitFor(patient);
  await page.getByLabel('Phone', { exact: true }).fill('+1 555 0100');
  await page.getByLabel('Email').fill('admin@demo.headwater.test');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This email is already in use').first().waitFor(patient);
  await page.getByLabel('Email').fill(`grace.${word}@employer.test`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'Grace Hopper').waitFor(patient);
}

async function switchEmployee(page: Page): Promise<void> {
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
}

async function moveEmployee(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${id}/employees?search=Grace`);
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
}

async function addHiringManager(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${id}/hiring-managers`);
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
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'Henry Manager').waitFor(patient);
}

async function linkCompany(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Custom settings' }).first().click();
  const box = page.getByLabel('Companies that employees may be moved to').first();
  await box.fill(`Next employer ${word}`);
  await page.getByRole('option', { name: `Next employer ${word}` }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect
    .poll(() => send(page, { path: `/api/v6/companies/${id}/linked_companies/` }), patient)
    .toMatchObject({ companies: [{ id: other }] });
}

async function addAccountManager(page: Page): Promise<void> {
  await page.goto(`${base}/managers`);
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
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').first().waitFor(patient);
}

describe('people of a company for internal staff', () => {
  it('[EMP-001] [EMP-002] [EMP-003] [EMP-004] [EMP-032] [EMP-033] [EMP-035] [EMP-061] are added, edited, switched off and on, deleted, restored and moved', async () => {
    const page = await visits.open(`/companies/${id}/employees`, { who: 'staff' });
    await addEmployee(page);
    await changeEmployee(page);
    await switchEmployee(page);
    await moveEmployee(page);
  });

  it('[EMP-005] [EMP-006] [EMP-008] [EMP-009] [EMP-010] [EMP-011] [ROLE-026] can be hiring managers and account managers, and move to linked companies', async () => {
    const page = await visits.open('/icon.svg', { who: 'staff' });
    await addHiringManager(page);
    await linkCompany(page);
    await addAccountManager(page);
  });
});

async function addOwnEmployee(page: Page): Promise<void> {
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
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').first().waitFor(patient);
}

async function addOwnHiringManager(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Hiring managers' }).first().click();
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
}

async function changeVacancyOfFormerRecruiter(page: Page): Promise<void> {
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
}

describe("the user's own company", () => {
  it('[EMP-012] [EMP-013] [EMP-014] [EMP-015] [EMP-016] [EMP-018] [EMP-070] [ROLE-019] [VAC-004] has employees, hiring managers, and vacancies of people who have left', async () => {
    const page = await visits.open('/company/employees', { who: 'admin' });
    await addOwnEmployee(page);
    await addOwnHiringManager(page);
    await changeVacancyOfFormerRecruiter(page);
  });
});

const idOf = async (page: Page) => ((await send(page, { path: '/api/internal/users/me/' })) as { id: number }).id;

it.each(looks)('[EMP-001] [EMP-002] [EMP-009] [EMP-012] people are readable: $language, $scheme, phone $phone', async (look) => {
  const windows = {
    admin: await visits.open('/icon.svg', { who: 'admin', ...look }),
    staff: await visits.open('/icon.svg', { who: 'staff', ...look }),
  };
  const own = await idOf(windows.admin);
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
    const page = windows[who];
    await page.goto(base + path);
    await page.locator('main h1').first().waitFor(patient);
    await page.locator('main tbody tr[data-index], main form').first().waitFor(patient);
    await expectReadable(page, screen, look);
  }
});
