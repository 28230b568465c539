import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { tabSession } from '#lib/tab-session.ts';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { dropConnection, json } from '#testing/stub-server.ts';

const recruiter = userOf('worker');
const vacancy = answerOf(contract.vacancies.get, {
  id: 7,
  name: 'Backend',
  statuses: [{ id: 1, name: 'New', color: 0, is_active: true, candidates_count: 0, is_rejection: false }],
  permissions: { edit: true, remove: true, change_candidates: true, change_statuses: true },
});
const over = () => json(401, { detail: 'Sign in' });

describe('every request', () => {
  it('[REQ-002] [REQ-003] [REQ-004] [REQ-006] carries the version, the previous address, the tab session and the token', async () => {
    const { server, hands } = await openApp('/folders/', { as: recruiter });
    server.on(contract.vacancies.create, ({ name }) => ({ ...vacancy, name }));
    await hands.click(await screen.findByRole('link', { name: 'New vacancy' }));
    await hands.type(await screen.findByLabelText(/^Name/), 'Backend');
    await hands.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(location.pathname).toMatch(/^\/folders\/7\/?$/));
    const [made] = server.calls.filter(({ method, path }) => method === 'POST' && path === '/api/v6/folders/');
    const { id } = tabSession();
    expect(Object.fromEntries(made?.headers ?? [])).toMatchObject({
      accept: 'application/json; version=5.1',
      'x-csrftoken': 'token',
      'x-session-id': id,
      'x-referer-session-id': '',
      'x-previous-url': expect.stringContaining('/folders/'),
    });
  });
});

describe('an expired session', () => {
  it('[REQ-026] redirects to the sign-in with a return address', async () => {
    const { server, hands } = await openApp('/folders/', { as: recruiter });
    const link = await screen.findByRole('link', { name: 'New vacancy' });
    server.on(contract.accounts.me, over);
    server.on(contract.vacancies.list, over);
    await hands.click((await screen.findAllByText('Archived'))[0] ?? link);
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(new URLSearchParams(location.search).get('next')).toMatch(/^\/folders/);
  });
});

describe('a block', () => {
  it('[REQ-014] [REQ-027] [REQ-028] [REQ-029] [REQ-030] shows loading, failure and content; treats 300 and no response as failures', async () => {
    const { server, hands } = await openApp('/folders/', {
      as: recruiter,
      answers: (server) => server.on(contract.vacancies.list, () => json(300, { folders: [], count: 0 })),
    });
    await screen.findByText('Sorry, an error has occurred');
    server.on(contract.vacancies.list, dropConnection);
    await hands.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/no connection|offline/i);
    server.on(contract.vacancies.list, () => answerOf(contract.vacancies.list, { folders: [vacancy], count: 1 }));
    const release = server.hold(contract.vacancies.list);
    await hands.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
    release();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await screen.findAllByText('Backend');
  });
});

describe('a refusal', () => {
  it('[VAC-004] [VAC-050] [REQ-035] appears above the vacancy form if it concerns no field, and the input stays', async () => {
    const { server, hands } = await openApp('/folders/7/edit', {
      as: recruiter,
      answers: (server) => server.on(contract.vacancies.get, () => vacancy),
    });
    const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
    await hands.type(name, ' again');
    server.on(contract.vacancies.update, () => json(400, { non_field_errors: ['Not on a Sunday'] }));
    await hands.click(screen.getByRole('button', { name: /^Save/ }));
    await screen.findByText('Not on a Sunday');
    expect(name.value).toBe('Backend again');
    server.on(contract.vacancies.update, () => ({ ...vacancy, name: 'Backend again' }));
    await hands.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(location.pathname).toMatch(/^\/folders\/7\/?$/));
    // A colleague may have changed other fields.
    expect(server.inputsOf(contract.vacancies.update).at(-1)).toEqual({ id: 7, name: 'Backend again' });
  });
});
