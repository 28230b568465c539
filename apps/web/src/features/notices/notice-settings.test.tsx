import { contract } from '@headwater/contract/contract';
import type { NoticeSettings } from '@headwater/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

it('saves the channels of each kind of notice', async () => {
  let settings: NoticeSettings['settings'] = [{ kind: 'job', in_app: true, email: false, push: false }];
  const all = () => ({ settings, email_available: true, push_key: null });
  const { server, hands } = await openApp('/notices', {
    as: userOf('admin'),
    answers: (server) => {
      server.on(contract.notices.getSettings, all);
      server.on(contract.notices.saveSettings, ({ kind, ...change }) => {
        settings = settings.map((one) => (one.kind === kind ? { ...one, ...change } : one));
        return all();
      });
    },
  });
  await hands.click(await screen.findByRole('button', { name: 'Notification settings' }));
  const inProduct = await screen.findByRole<HTMLInputElement>('switch', { name: 'Job finished: In the product' });
  expect(inProduct.checked).toBe(true);
  await hands.click(inProduct);
  await waitFor(() => expect(inProduct.checked).toBe(false));
  expect(server.inputsOf(contract.notices.saveSettings)).toEqual([{ kind: 'job', in_app: false }]);
  await hands.click(inProduct);
  await waitFor(() => expect(inProduct.checked).toBe(true));
});
