import { contract } from '@headwater/contract/contract';
import { mailingList, type MailingListView } from '@headwater/contract/mailings';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf, emptiestOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { candidates, mailings, vacancies } = contract;

it.each([
  ['all candidates of the vacancy', '', {}],
  ['candidates of the filter', '?of=4&named=anna&messages=replied', { status: [4], query: 'anna', messaging_status: ['replied'] }],
])('[MAIL-042] a new mailing starts with %s', async (_whom, search, filter) => {
  const list: MailingListView = {
    ...emptiestOf(mailingList),
    id: 3,
    name: 'Mailing 1',
    status: 'draft',
    permissions: { edit: true, send: true, remove: true },
  };
  const rows = [11, 12].map((id) => rowOf(candidates.ofVacancy, 'candidates', { id }));
  const { server, hands } = await openApp(`/folders/7/messaging${search}`, {
    as: userOf('worker'),
    answers: (stub) => {
      stub.on(vacancies.get, ({ id }) => answerOf(vacancies.get, { id, name: 'Backend', statuses: [] }));
      stub.on(mailings.list, () => answerOf(mailings.list, { mailing_lists: [], count: 0 }));
      stub.on(candidates.ofVacancy, () => answerOf(candidates.ofVacancy, { candidates: rows, count: 2, pages: { current: 1, total: 1 } }));
      stub.on(mailings.create, () => list);
      stub.on(mailings.get, () => list);
      stub.on(mailings.addRecipients, () => answerOf(mailings.addRecipients, { added_candidate_ids: [11, 12] }));
    },
  });
  await screen.findByText(/It starts with 2 candidates/);
  await hands.click(await screen.findByRole('button', { name: 'Create mailing' }));
  await waitFor(() => expect(server.inputsOf(mailings.addRecipients)).toMatchObject([{ mailing_list_id: 3, candidate_ids: [11, 12] }]));
  const added = server.inputsOf(candidates.ofVacancy).filter(({ per_page: perPage }) => perPage === 100);
  expect(added).toEqual([{ ...filter, id: 7, page: 1, per_page: 100 }]);
});
