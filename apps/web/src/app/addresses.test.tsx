import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const admin = userOf('admin');
const recruiter = userOf('worker');
const manager = userOf('hm');
const staff = userOf('super_user');

const umbrella = { company_id: 7, company_name: 'Umbrella' };

const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 });
const isMenuShown = () => screen.queryByRole('navigation', { name: 'Menu' }) !== null;
const linksOf = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('addresses', () => {
  it.each([
    ['settings', 'Settings'],
    ['folders', 'Vacancies'],
    ['folders/statuses', 'Candidate statuses'],
    ['messaging/settings', 'Messaging settings'],
  ])('[SHELL-007] are equal with and without a trailing slash: %s', async (path, title) => {
    for (const spelling of [`/${path}`, `/${path}/`]) {
      await openApp(spelling, { as: admin });
      await heading(new RegExp(`^${title}`));
      expect(location.pathname).toBe(spelling);
    }
  });

  it('[PROF-002] accept only digits as a profile id', async () => {
    const { server } = await openApp('/profiles/abc/', { as: recruiter });
    await heading('Page not found');
    expect(server.calls.some(({ path }) => path.includes('profiles'))).toBe(false);
  });

  it.each([
    ['/profiles/99999999/', 'Profile not found'],
    ['/folders/99999999/', 'Page not found'],
  ])('[PROF-075] [VAC-003] show one not-found page for a missing record and send no further requests: %s', async (path, title) => {
    const missing = () => json(404, { detail: title });
    const { server } = await openApp(path, {
      as: recruiter,
      answers: (server) => {
        server.on(contract.profiles.get, missing);
        server.on(contract.vacancies.get, missing);
      },
    });
    await heading(title);
    await waitFor(() => expect(document.title).toContain(title));
    expect(server.calls.filter((call) => call.path.includes('99999999'))).toHaveLength(1);
    within(screen.getByRole('main')).getByRole('link', { name: 'Search people' });
  });

  it('[SHELL-008] [ACC-032] redirect a visitor to the sign-in', async () => {
    await openApp('/messaging/sent?status=sent');
    await screen.findByLabelText('Email');
    expect(location.pathname).toBe('/login');
    expect(new URLSearchParams(location.search).get('next')).toBe('/messaging/sent?status=sent');
  });

  it.each(['/', '/intelligence', '/profiles', '/messaging/sent'])(
    '[SHELL-008] [SHELL-012] redirect a hiring manager to vacancies: %s',
    async (path) => {
      await openApp(path, { as: manager });
      await heading(/^Vacancies/);
      expect(location.pathname).toBe('/folders/');
    },
  );

  it.each(['/company', '/company/employees', '/events'])('[SHELL-008] [COMP-008] [EMP-012] redirect a recruiter home: %s', async (path) => {
    await openApp(path, { as: recruiter });
    await screen.findByRole('textbox', { name: 'Skills' });
    expect(location.pathname).toBe('/');
  });

  it('[AIS-007] of the AI search redirect a hiring manager to vacancies', async () => {
    await openApp('/ai-search', { as: manager });
    await heading(/^Vacancies/);
    expect(location.pathname).toBe('/folders/');
  });

  it('[SHELL-006] without a screen offer the search, the previous page and the menu', async () => {
    const { hands } = await openApp('/apps/nothing/connect', { as: recruiter });
    await heading('Page not found');
    expect(linksOf(screen.getByRole('main'))).toEqual(['Search people', 'Menu']);
    await hands.click(within(screen.getByRole('main')).getByRole('link', { name: 'Menu' }));
    await waitFor(() => expect(location.pathname).toMatch(/^\/menu/));
    history.back();
    await heading('Page not found');
  });

  it('[SHELL-009] [SHELL-010] [SHELL-011] show the search home, and its results', async () => {
    for (const path of ['/', '/intelligence']) {
      await openApp(path, { as: recruiter });
      await screen.findByRole('textbox', { name: 'Skills' });
    }
    await openApp('/profiles', { as: recruiter });
    await waitFor(() => expect(document.querySelector('[data-total]')).not.toBeNull());
  });
});

describe('the side menu', () => {
  it.each([
    '/login',
    '/users/registration',
    '/invitations/accept-invite/k',
    '/oauth/register/x',
    '/users/recover',
    '/users/reset/t',
    '/limit-exceeded',
  ])('[SHELL-018] [SHELL-019] [ACC-006] is absent from pages that do not ask for the user: %s', async (path) => {
    const { server } = await openApp(path, { as: admin });
    await screen.findAllByRole('heading');
    expect(isMenuShown()).toBe(false);
    expect(server.inputsOf(contract.accounts.me)).toEqual([]);
  });

  it.each(['/license-expired', '/license-not-started', '/users/activate/t', '/users/need-activation', '/l/1/hash', '/apps_extension'])(
    '[SHELL-018] [SHELL-020] [SHELL-021] is absent from pages that ask for the user: %s',
    async (path) => {
      const { server } = await openApp(path, {
        as: admin,
        answers: (server) => server.on(contract.registration.activate, () => json(400, { detail: 'Used' })),
      });
      await screen.findAllByRole('heading');
      expect(isMenuShown()).toBe(false);
      expect(server.inputsOf(contract.accounts.me)).toHaveLength(1);
    },
  );

  it('[SHELL-020] [SHELL-021] is hidden from a visitor, who signs in to open the extension', async () => {
    await openApp('/users/need-verification');
    await heading('Confirm your email address');
    expect(isMenuShown()).toBe(false);
    await openApp('/apps_extension');
    await screen.findByLabelText('Email');
    expect(location.pathname).toBe('/login');
  });

  it('[SHELL-061] [SHELL-062] ends with the account and remembers whether it is open', async () => {
    const { hands } = await openApp('/settings', { as: admin });
    const account = await screen.findByRole('button', { name: 'Account: Ada Byron, Acme' });
    await hands.click(account);
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Company', 'Statistics', 'Integrations', 'Settings', 'Logout']);
    await hands.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(account));
    const change = screen.queryByRole('button', { name: 'Expand menu' }) ? 'Collapse menu' : 'Expand menu';
    await hands.keyboard('{Control>}b{/Control}');
    await screen.findByRole('button', { name: change });
    const { hands: again } = await openApp('/settings', { as: admin });
    await screen.findByRole('button', { name: change });
    await again.keyboard('{Control>}b{/Control}');
    await waitFor(() => expect(screen.queryByRole('button', { name: change })).toBeNull());
  });

  it('[SHELL-004] links staff to companies, managers, active users, banned links and notifications', async () => {
    const { hands } = await openApp('/companies', { as: staff });
    await heading('Companies');
    const menu = within(await screen.findByRole('navigation', { name: 'Menu' }));
    for (const [name, path] of [
      ['Managers', '/managers'],
      ['Active users', '/active-users'],
      ['Banned links', '/profiles/ban'],
      ['Notifications', '/notifications/system'],
      ['Extension notifications', '/notifications'],
      ['All companies', '/companies'],
    ] as const) {
      const link = await waitFor(() => menu.getAllByRole('link', { name }).find((one) => one.getAttribute('href')?.startsWith(path)));
      await hands.click(link as HTMLElement);
      await waitFor(() => expect(location.pathname.replace(/\/$/, '')).toBe(path));
      await within(screen.getByRole('main')).findByRole('heading', { level: 1 });
      expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull();
    }
  });

  it('[ROLE-016] links an account manager to the list of their companies and back', async () => {
    const { server, hands } = await openApp('/settings', {
      as: userOf('manager'),
      answers: (stub) => {
        const { list, find, info } = contract.companies;
        stub.on(list, () => answerOf(list, { companies: [rowOf(list, 'companies', { ...umbrella, deleted_at: null })], count: 1 }));
        stub.on(find, () => answerOf(find, umbrella));
        stub.on(info, () => answerOf(info, umbrella));
      },
    });
    const menu = within(await screen.findByRole('navigation', { name: 'Menu' }));
    await hands.click(await menu.findByRole('link', { name: 'Companies' }));
    await heading('Companies');
    const main = within(screen.getByRole('main'));
    const company = await main.findByRole('link', { name: 'Umbrella' });
    expect(main.queryByRole('link', { name: 'New company' })).toBeNull();
    expect(main.queryByRole('combobox', { name: 'Account manager' })).toBeNull();
    expect(server.calls.some(({ path }) => path.includes('dropdowns'))).toBe(false);
    await hands.click(company);
    await heading('Umbrella');
    await hands.click(within(screen.getByRole('main')).getByRole('button', { name: 'Back' }));
    await heading('Companies');
  });

  it.each(['Employees', 'Hiring managers', 'Single sign-on'])('[SHELL-004] links staff to the pages of a company: %s', async (name) => {
    const { hands } = await openApp('/companies/7', {
      as: staff,
      answers: (server) => {
        server.on(contract.companies.find, () => answerOf(contract.companies.find, umbrella));
        server.on(contract.companies.info, () => answerOf(contract.companies.info, umbrella));
      },
    });
    const pages = await screen.findByRole('navigation', { name: 'Pages of the company' });
    await hands.click(await within(pages).findByRole('link', { name }));
    await waitFor(() => expect(screen.getByRole('link', { name, current: 'page' })).toBeDefined());
    expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull();
  });
});

describe('messaging', () => {
  it.each([
    ['Sequences', '/messaging/sent/'],
    ['Templates', '/messaging/sent/'],
    ['Messages', '/messaging/templates'],
  ])('[SHELL-003] has its own screen for %s', async (name, from) => {
    const { hands } = await openApp(from, { as: recruiter });
    const menu = await screen.findByRole('navigation', { name: 'Menu' });
    await hands.click(await within(menu).findByRole('link', { name }));
    await heading(new RegExp(name, 'i'));
  });

  it('[SHELL-003] shows mailings and AI messages of a vacancy', async () => {
    await openApp('/folders/1/messaging', {
      as: recruiter,
      answers: (server) => server.on(contract.vacancies.get, () => answerOf(contract.vacancies.get, { id: 1, name: 'Backend' })),
    });
    for (const name of ['Create mailing', 'AI messages']) await screen.findAllByRole('button', { name });
  });
});

describe('the list of recruiters of a vacancy', () => {
  it.each(['worker', 'admin'] as const)('[ROLE-065] [ROLE-066] starts with the current user, without a request: %s', async (role) => {
    const { server, hands } = await openApp('/folders/', { as: userOf(role) });
    await hands.click(await screen.findByRole('combobox', { name: 'Recruiter' }));
    const names = (await screen.findAllByRole('option')).map((option) => option.textContent).filter((name) => !name.startsWith('Any'));
    expect(names[0]).toBe('Ada Byron (you)');
    expect(names.filter((name) => name.endsWith('(you)'))).toHaveLength(1);
    const asked = server.inputsOf(contract.accounts.listUsers).filter((input) => 'is_assignee' in input);
    expect(asked.length).toBeGreaterThan(0);
    for (const input of asked) expect(input).toMatchObject({ exclude_self: true });
  });
});
