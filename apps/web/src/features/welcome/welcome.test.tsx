import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { answerSearch } from '#testing/found.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { getSettings } = contract.notices;
const open = (path: string, sendsEmail: boolean) =>
  openApp(path, {
    as: userOf('admin'),
    answers: (server) => server.on(getSettings, () => answerOf(getSettings, { email_available: sendsEmail })),
  });
const path = () => location.pathname.replace(/(?<=.)\/$/, '');

/** A dialog may render again when its code loads. */
const inDialog = () => within(screen.getByRole('dialog'));

describe('the first steps of an installation', () => {
  it('invite colleagues from the welcome page if e-mail is configured', async () => {
    const { hands } = await open('/welcome', true);
    await hands.click(await screen.findByRole('button', { name: 'Invite people' }));
    await waitFor(() => inDialog().getByLabelText(/^Email addresses/));
  });

  it('state on the welcome page that e-mail is not configured, and add colleagues with a password', async () => {
    const { hands } = await open('/welcome', false);
    await screen.findByText(/Email is not set up on this server/);
    expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
    await hands.click(await screen.findByRole('link', { name: 'Add employee' }));
    await waitFor(() => expect(path()).toBe('/company/employees/add'));
    expect(await screen.findByLabelText(/^Password/)).toHaveProperty('required', true);
  });

  it.each([
    ['/company/employees', 'Add employee', '/company/employees/add'],
    ['/company/hiring-managers', 'Add hiring manager', '/company/hiring-managers/add'],
  ])('state in the dialog of %s that e-mail is not configured, before any input', async (list, action, target) => {
    const { hands } = await open(list, false);
    await hands.click(await screen.findByRole('button', { name: 'Invite people' }));
    await waitFor(() => inDialog().getByText(/invitations cannot be sent/));
    expect(inDialog().queryByRole('textbox')).toBeNull();
    await hands.click(inDialog().getByRole('link', { name: action }));
    await waitFor(() => expect(path()).toBe(target));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

async function openHome(people: number, colleagues: number) {
  localStorage.clear();
  return openApp('/', {
    as: userOf('admin'),
    answers: (server) => {
      answerSearch(server);
      const { count } = contract.search;
      server.on(count, ({ facets = [] }) =>
        answerOf(count, {
          payload: { ...answerOf(count).payload, count: people },
          facets: Object.fromEntries(facets.map((facet) => [facet, { values: [], histogram: null }])),
        }),
      );
      server.on(contract.employees.list, () => answerOf(contract.employees.list, { count: colleagues }));
      server.on(contract.outreach.mailbox, () => answerOf(contract.outreach.mailbox, { mailbox: null }));
    },
  });
}

describe('the search home of a new installation', () => {
  it('offers import and creation while the base is empty, and lists the first steps', async () => {
    const { hands } = await openHome(0, 1);
    await screen.findByRole('heading', { name: 'Your base is empty' });
    expect(screen.getByRole('link', { name: 'Create profile' }).getAttribute('href')).toMatch(/^\/profiles\/create/);
    const list = within(await screen.findByRole('region', { name: 'Getting started' }));
    expect(list.queryAllByLabelText('Done')).toHaveLength(0);
    await hands.click(screen.getByRole('link', { name: 'Import people' }));
    await waitFor(() => expect(path()).toBe('/profiles/import'));
  });

  it('marks finished steps, and hides the list on request', async () => {
    const { hands } = await openHome(5, 3);
    const list = within(await screen.findByRole('region', { name: 'Getting started' }));
    list.getByText(/of \d done/);
    expect(list.getAllByLabelText('Done').length).toBeGreaterThanOrEqual(2);
    await hands.click(list.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
    localStorage.clear();
  });
});
