import { contract } from '@headwater/contract/contract';
import type { SocialAccount } from '@headwater/contract/ats';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const { ats, profiles } = contract;
const recruiter = { ...userOf('worker'), apps: ['greenhouse', 'teamtailor', 'lever', 'zapier'] };
const broken = () => json(500, { detail: 'The server has a problem' });
const account = (vendor: SocialAccount['vendor']): SocialAccount => ({
  id: 4,
  vendor,
  access_token: '…cret',
  active: true,
  create_date: '2026-11-02T10:00:00Z',
  last_refresh_date: null,
  name: 'Olivia Owner',
  email: 'owner@ats.test',
  failure: null,
  failed_events: 0,
  event_failure: null,
  webhook: null,
});
const known = (...accounts: SocialAccount[]) => ({ social_accounts: accounts, consent_vendors: [] });

describe('a connection', () => {
  it('[ATS-005] [ATS-018] is loaded after an error, created, and deleted', async () => {
    const { hands, server } = await openApp('/apps', { as: recruiter, answers: (stub) => stub.on(ats.accounts, broken) });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.on(ats.accounts, () => known());
    await hands.click(retry);
    await screen.findByRole('region', { name: 'Zapier' });
    await hands.click(await screen.findByRole('link', { name: /^Teamtailor: / }));
    server.on(ats.teamtailor.connect, () => account('teamtailor'));
    server.on(ats.accounts, () => known(account('teamtailor')));
    await hands.type(await screen.findByLabelText('API key'), 'key');
    await hands.click(screen.getByRole('button', { name: 'Connect' }));
    server.on(ats.removeAccount, () => ({}));
    await hands.click(await screen.findByRole('button', { name: 'Disconnect' }));
    server.on(ats.accounts, () => known());
    // The dialog replaces the one that shows the loading.
    await screen.findByText(/Candidates stay in Teamtailor/);
    await hands.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull());
    expect(location.pathname).toBe('/apps/teamtailor/connect');
  });
});

describe('data of a system', () => {
  it('[ATS-019] loads users, jobs and people apart: a refusal of one hides nothing else', async () => {
    const { hands, server } = await openApp('/apps/lever/connect', {
      as: recruiter,
      answers: (stub) => {
        stub.on(ats.accounts, () => known(account('lever')));
        stub.on(ats.users.lever.list, broken);
      },
    });
    await screen.findByRole('button', { name: 'Disconnect' });
    await waitFor(() => expect(server.inputsOf(ats.users.lever.list).length).toBeGreaterThan(0));
    screen.getByLabelText('API key');
    server.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina' }));
    server.on(ats.lever.vacancies, broken);
    await openApp('/profiles/5/', {
      as: recruiter,
      answers: (stub) => {
        stub.on(ats.accounts, () => known(account('lever')));
        stub.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina' }));
        stub.on(ats.lever.vacancies, broken);
      },
    });
    await hands.click(await screen.findByRole('button', { name: 'More actions' }));
    await hands.click(await screen.findByRole('menuitem', { name: /Send to Lever/ }));
    await waitFor(() => within(screen.getByRole('dialog')).getByRole('button', { name: 'Try again' }));
    screen.getByRole('heading', { name: 'Vera Ilina' });
  });
});
