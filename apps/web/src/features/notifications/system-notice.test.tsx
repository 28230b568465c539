import { contract } from '@headwater/contract/contract';
import type { OwnNotification } from '@headwater/contract/system-notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { interactedKey } from '#lib/current-user.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const notification = (more: Partial<OwnNotification>): OwnNotification => ({
  id: 1,
  type: 'other',
  title: 'Full',
  content: '<p>Text</p>',
  button_text: '',
  button_link: '',
  show_format: 'full',
  status: 'unseen',
  interacted: false,
  ...more,
});

/** Opens a screen of a recruiter with these system notifications. */
async function openWithNotifications(...notifications: OwnNotification[]) {
  let own = notifications;
  const set = (id: number, status: 'read' | 'hidden') => {
    own = own.map((one) => (one.id === id ? { ...one, status, interacted: true } : one));
    return { id, status };
  };
  const user = () => userOf('worker', { system_notifications: own });
  const opened = await openApp('/folders/', {
    as: user(),
    answers: (server) => {
      server.on(contract.accounts.me, user);
      server.on(contract.systemNotifications.markRead, ({ id }) => set(id, 'read'));
      server.on(contract.systemNotifications.hide, ({ id }) => set(id, 'hidden'));
    },
  });
  await screen.findByRole('heading', { name: /^Vacancies/ });
  return { ...opened, set, statusOf: (id: number) => own.find((one) => one.id === id)?.status };
}

const notice = (title: string) => screen.findByText(title).then((text) => within(text.parentElement as HTMLElement));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('a system notification', () => {
  it('[NOTF-007] [NOTF-009] [NOTF-011] [NOTF-013] [NOTF-015] opens as a dialog three seconds after the user is loaded', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { hands, statusOf } = await openWithNotifications(
      notification({ button_text: 'Open status', button_link: 'https://status.test/full' }),
    );
    vi.advanceTimersByTime(2000);
    expect(screen.queryByRole('dialog')).toBeNull();
    vi.advanceTimersByTime(1000);
    await screen.findByRole('dialog', { name: 'Full' });
    await waitFor(() => expect(statusOf(1)).toBe('read'));
    await hands.click(await screen.findByRole('button', { name: 'Open status' }));
    expect(open).toHaveBeenCalledWith('https://status.test/full', '_blank', expect.any(String));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.advanceTimersByTime(60_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    open.mockRestore();
  });

  it('[NOTF-013] [NOTF-016] is not shown again after it was read', async () => {
    await openWithNotifications(notification({ status: 'read', interacted: true }));
    vi.advanceTimersByTime(60_000);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[NOTF-008] [NOTF-010] [NOTF-012] [NOTF-017] shows short notifications one after another until each is hidden or read', async () => {
    const { hands, statusOf } = await openWithNotifications(
      notification({ title: 'First', show_format: 'short' }),
      notification({ id: 2, title: 'Second', show_format: 'short' }),
    );
    vi.advanceTimersByTime(3000);
    const first = await notice('First');
    expect(screen.queryByText('Second')).toBeNull();
    await hands.click(first.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(statusOf(1)).toBe('hidden'));
    await waitFor(() => expect(screen.queryByText('First')).toBeNull());
    vi.advanceTimersByTime(3000);
    const second = await notice('Second');
    await hands.click(second.getByRole('button', { name: 'Learn more' }));
    await screen.findByRole('dialog', { name: 'Second' });
    await waitFor(() => expect(statusOf(2)).toBe('read'));
  });

  it('[NOTF-011] [NOTF-013] disappears in this tab after it was hidden in another', async () => {
    const { set } = await openWithNotifications(notification({ title: 'Both', show_format: 'short' }));
    vi.advanceTimersByTime(3000);
    await notice('Both');
    set(1, 'hidden');
    dispatchEvent(new StorageEvent('storage', { key: interactedKey, newValue: '1 hidden' }));
    await waitFor(() => expect(screen.queryByText('Both')).toBeNull());
  });
});
