import { contract } from '@headwater/contract/contract';
import type { AtsImportState } from '@headwater/contract/ats-imports';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const { ats, atsImports } = contract;

const none = { created: 0, changed: 0, known: 0, erased: 0, left_out: 0, resumes: 0, left_out_people: [] };
const never = (name: AtsImportState['name']): AtsImportState => ({ name, ...none, job: null, failure: null });
const job = {
  id: 5,
  status: 'running' as const,
  done: 40,
  total: 100,
  start_date: '2026-11-30T10:00:00Z',
  finish_date: null,
  error: null,
};

const open = (huntflow: AtsImportState) =>
  openApp('/apps', {
    as: userOf('worker'),
    answers: (server) => {
      server.on(ats.accounts, () => ({ social_accounts: [], consent_vendors: [] }));
      server.on(atsImports.list, () => ({ imports: [never('greenhouse_import'), never('smartrecruiters_import'), huntflow] }));
    },
  });

describe('imports', () => {
  it('[ATS-024] start with the fields of the system, and show messages of the server at them', async () => {
    const { hands, server } = await open(never('huntflow_import'));
    await hands.click(await screen.findByRole('button', { name: 'Huntflow: Import' }));
    // The dialog replaces the one that shows the loading.
    await hands.type(await screen.findByLabelText('Connection link'), 'half a link');
    const dialog = within(screen.getByRole('dialog'));
    await hands.click(dialog.getByRole('checkbox'));
    await hands.type(await dialog.findByLabelText('API address'), 'https://acme-api.huntflow.ru/v2');
    server.on(atsImports.huntflow_import, () => json(400, { connection_link: ['Paste the whole link'] }));
    await hands.click(dialog.getByRole('button', { name: 'Start import' }));
    await dialog.findByText('Paste the whole link');
    server.on(atsImports.huntflow_import, () => ({ ...never('huntflow_import'), job }));
    await hands.click(dialog.getByRole('button', { name: 'Start import' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.inputsOf(atsImports.huntflow_import).at(-1)).toMatchObject({
      connection_link: 'half a link',
      huntflow_premier: true,
      huntflow_api_url: 'https://acme-api.huntflow.ru/v2',
    });
  });

  it('[ATS-010] show progress, lost access, and people who were left out', async () => {
    await open({
      ...never('huntflow_import'),
      job,
      failure: 'token_expired',
      created: 38,
      erased: 1,
      left_out: 1,
      left_out_people: [{ id: '#4', reason: 'not a valid email' }],
    });
    const section = await screen.findByRole('region', { name: 'Import from Huntflow' });
    await waitFor(() => expect(section.textContent).toContain('refused access: token_expired'));
    expect(section.textContent).toContain('1 erased person was not imported again');
    expect(section.textContent).toContain('#4: not a valid email');
    within(section).getByRole('button', { name: 'Huntflow: Continue' });
  });
});
