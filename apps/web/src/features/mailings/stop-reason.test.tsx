import { contract } from '@headwater/contract/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { get } = contract.sequences;
const notice = /The company was restored or moved here. Launch again to continue/;

it.each([
  ['company_restored', 1],
  [null, 0],
] as const)('[MAIL-013] the launch panel says why a mailing was stopped: %s', async (reason, count) => {
  const name = 'Stopped sequence';
  await openApp('/messaging/sequences/7', {
    as: userOf('worker'),
    answers: (stub) => stub.on(get, () => answerOf(get, { id: 7, name, stop_reason: reason })),
  });
  await screen.findByRole('heading', { name, level: 1 });
  await screen.findByText('Ready to launch');
  expect(screen.queryAllByText(notice)).toHaveLength(count);
});
