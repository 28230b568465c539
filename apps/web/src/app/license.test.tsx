import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const path = () => location.pathname.replace(/(?<=.)\/$/, '');
const refused = () => json(403, { detail: 'Your company has no active license', code: 'license_inactive' });

describe('a company without an active license', () => {
  it.each([
    ['expired', '/license-expired'],
    ['not_started', '/license-not-started'],
  ] as const)('[ACC-023] [ACC-024] redirects every address to its page: %s', async (license, page) => {
    for (const address of ['/', '/company/employees', '/folders/', '/settings', '/messaging/settings']) {
      const { server } = await openApp(address, { as: userOf('admin', { license }) });
      await waitFor(() => expect([address, path()]).toEqual([address, page]));
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(server.inputsOf(contract.notices.unread)).toEqual([]);
    }
  });

  it('[ACC-023] redirects active users at the first refused call', async () => {
    const { server, hands } = await openApp('/company/employees', { as: userOf('admin') });
    await screen.findByRole('button', { name: 'Invite people' });
    server.on(contract.accounts.me, () => userOf('admin', { license: 'expired' }));
    server.on(contract.employees.list, refused);
    await hands.type(await screen.findByRole('textbox', { name: 'Search by name or email' }), 'Ann');
    await waitFor(() => expect(path()).toBe('/license-expired'));
    await screen.findByText(/Contact the people who run this server/);
  });

  it.each([
    { role: 'worker', more: {}, text: /Ask your administrator to renew it/, links: [] },
    { role: 'admin', more: {}, text: /Contact the people who run this server/, links: [] },
    {
      role: 'admin',
      more: { license_contact: { name: 'Max Lee', email: 'max@staff.test' } },
      text: /Contact your account manager/,
      links: ['mailto:max@staff.test'],
    },
    { role: 'admin', more: { holds_staff_rights: true }, text: /set a later end of the license/, links: ['/companies/1/update'] },
  ] as const)('[ACC-023] explains the next step: $role $more', async ({ role, more, text, links }) => {
    await openApp('/license-expired', { as: userOf(role, { license: 'expired', ...more }) });
    await screen.findByText(text);
    expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([...links, '/', '/logout/']);
  });

  it('lets operators of the installation renew it', async () => {
    await openApp('/companies', { as: userOf('admin', { license: 'expired', holds_staff_rights: true }) });
    await screen.findByRole('heading', { name: 'Companies' });
    expect(path()).toBe('/companies');
  });
});
