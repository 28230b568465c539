import { contract } from '@headwater/contract/contract';
import type { ApiUsage } from '@headwater/contract/api-usage';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const usage: ApiUsage = {
  resources: [{ resource: 'GET /api/v6/folders/', count: 1205 }],
  days: [
    { day: '2025-11-01', count: 1200 },
    { day: '2025-11-04', count: 5 },
  ],
  people: [{ id: 1, name: 'Anna Ivanova', count: 1205 }],
  total: 1205,
  date_from: '2025-11-01',
  date_to: '2025-11-05',
};
const path = '/companies/7/api-statistics?from=2025-11-01&to=2025-11-05';
const open = () =>
  openApp(path, {
    as: userOf('super_user'),
    answers(server) {
      server.on(contract.companies.find, () => answerOf(contract.companies.find, { company_id: 7, company_name: 'Umbrella' }));
      server.on(contract.apiUsage.aggregated, () => usage);
    },
  });

it('[API-008] shows the calls of each day of the period, also of days without calls', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'By day (UTC)' }));
  const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Day', 'Calls'],
    ['1 Nov 2025', '1,200'],
    ['2 Nov 2025', '0'],
    ['3 Nov 2025', '0'],
    ['4 Nov 2025', '5'],
    ['5 Nov 2025', '0'],
  ]);
});

it.each(['CSV', 'XLSX'])('[API-008] saves the chosen days as %s', async (type) => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:saved', revokeObjectURL() {} }));
  const { server, hands } = await open();
  server.on(
    contract.apiUsage.export,
    () => new Response('file', { headers: { 'content-disposition': "attachment; filename*=UTF-8''file" } }),
  );
  await hands.click(await screen.findByRole('button', { name: `Export ${type}` }));
  await vi.waitFor(() =>
    expect(server.inputsOf(contract.apiUsage.export)).toEqual([
      { company_id: 7, date_from: '2025-11-01', date_to: '2025-11-05', type: type.toLowerCase() },
    ]),
  );
});
