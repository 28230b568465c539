import { candidate } from '@headwater/contract/candidates';
import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf, emptiestOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { vacancies, candidates } = contract;
const status = { id: 4, name: 'New', color: 0, is_active: true, candidates_count: 3 };
const permissions = { edit: true, remove: true, change_candidates: true, change_statuses: true };

/** Opens a vacancy with three candidates without messages. */
async function open(role: 'worker' | 'hm' = 'worker') {
  const plain = emptiestOf(candidate);
  const all = [1, 2, 3].map((id) => ({
    ...plain,
    id,
    status,
    folder: { ...plain.folder, id: 7 },
    profile: { ...plain.profile, id, name: `Person ${id}` },
  }));
  const opened = await openApp('/folders/7/', {
    as: userOf(role),
    answers: (server) => {
      server.on(vacancies.get, ({ id }) =>
        answerOf(vacancies.get, { id, name: 'Backend', statuses: [status], candidates_count: 3, permissions }),
      );
      server.on(candidates.ofVacancy, ({ messaging_status: messaging }) => {
        const shown = messaging && !messaging.includes('none') ? [] : all;
        return answerOf(candidates.ofVacancy, { candidates: shown, count: shown.length });
      });
    },
  });
  await waitFor(() => expect(rows()).toHaveLength(3));
  return opened;
}
const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')];
const isCleared = () => waitFor(() => expect(screen.queryAllByText('1 selected')).toEqual([]));

describe('the candidates of a vacancy', () => {
  it('[CAND-008] [CAND-013] [CAND-014] [VAC-020] lose their selection under another filter', async () => {
    const { hands } = await open();
    const choose = async () => {
      await hands.click(within(rows()[0] ?? document.body).getByRole('checkbox'));
      await waitFor(() => expect(screen.queryAllByText('1 selected')).not.toEqual([]));
    };
    await choose();
    await hands.click(within(screen.getByRole('region', { name: 'Candidates by status' })).getByRole('button', { name: /^New/ }));
    await waitFor(() => expect(location.search).toBe('?status=4'));
    await isCleared();
    await choose();
    await hands.click(screen.getByRole('button', { name: 'Filter by messages' }));
    await hands.click(await screen.findByRole('menuitemradio', { name: 'No messages' }));
    await waitFor(() => expect(location.search).toBe('?messages=none'));
    await isCleared();
    expect(rows()).toHaveLength(3);
    await hands.click(await screen.findByRole('button', { name: 'Messages: No messages' }));
    await hands.click(await screen.findByRole('menuitemradio', { name: 'Replied' }));
    await waitFor(() => expect(rows()).toHaveLength(0));
  });

  it('[ROLE-055] cannot be exported by hiring managers', async () => {
    const { hands } = await open('hm');
    for (const menu of screen.queryAllByRole('button', { name: 'Actions: Backend' })) await hands.click(menu);
    expect(screen.queryByRole('menuitem', { name: 'Export to CSV' })).toBeNull();
  });
});
