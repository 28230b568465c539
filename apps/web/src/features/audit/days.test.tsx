import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const isExportDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled;

it('[DEC-14] [REQ-032] shows an invalid day of the event log at its field on blur and disables the export', async () => {
  const { hands } = await openApp('/company/events', {
    as: userOf('admin'),
  });
  const day = await screen.findByLabelText<HTMLInputElement>('From');
  await hands.click(day);
  // A browser's date field emits each intermediate year during typing.
  fireEvent.change(day, { target: { value: '0002-11-28' } });
  const wrong = 'Choose a day between 1970 and 2999';
  expect(screen.queryByText(wrong)).toBeNull();
  await hands.tab();
  await screen.findByText(wrong);
  expect(isExportDisabled()).toBe(true);
  fireEvent.change(day, { target: { value: '2026-01-31' } });
  await hands.tab();
  await waitFor(() => expect(screen.queryByText(wrong)).toBeNull());
  expect(isExportDisabled()).toBe(false);
});
