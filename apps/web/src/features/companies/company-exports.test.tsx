import { contract } from '@headwater/contract/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { companies, companyExports } = contract;
const row = rowOf(companyExports.list, 'exports');

it('[OPS-006] an administrator starts an export of the company and downloads it until it expires', async () => {
  const done = { ...row, id: 7, state: 'done' as const, rows: 1200, files: 3, bytes: 5_000_000, expires_at: '2026-12-03T10:00:00Z' };
  const others = [
    { ...row, id: 6, state: 'expired' as const },
    { ...row, id: 5, state: 'failed' as const, failure: 'space' as const },
  ];
  const { hands } = await openApp('/company', {
    as: userOf('admin'),
    answers: (server) => {
      server.on(companies.findOwn, () => answerOf(companies.findOwn));
      server.on(companyExports.list, () => ({ exports: others }));
      server.on(companyExports.start, () => ({ exports: [done, ...others] }));
    },
  });
  const part = within((await screen.findByRole('heading', { name: 'Export of the company' })).closest('section') as HTMLElement);
  await part.findByText('The file was deleted');
  part.getByText('The disk of the server has too little space');
  expect(part.queryByRole('link', { name: 'Download' })).toBeNull();
  await hands.click(part.getByRole('button', { name: 'Export everything' }));
  const link = await part.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toBe('/api/v6/company/exports/7/file/');
  part.getByText(/1,200 rows · 3 files · .*MB · available until/);
});
