import { contract } from '@headwater/contract/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const quotas = {
  quotas_contact_available: 12,
  quotas_contact_total: 50,
  quotas_data_enrichment_available: null,
  quotas_data_enrichment_total: null,
};
const address = 'https://store.test/extension';

describe('the page of the extension', () => {
  it('[EXT-001] [EXT-003] [EXT-005] explains the installation and shows what is left to extension-only users', async () => {
    const user = userOf('worker');
    await openApp('/', {
      as: { ...user, menu_links: { extension: address, help: null }, company: { ...user.company, is_ext_company: true } },
      answers: (server) => server.on(contract.profiles.quotas, () => quotas),
    });
    await screen.findByRole('heading', { name: 'Browser extension' });
    expect(location.pathname.replace(/\/$/, '')).toBe('/extension');
    expect(screen.getByRole('link', { name: 'Install the extension' }).getAttribute('href')).toBe(address);
    await screen.findByText('12 of 50');
    await screen.findByText('Unlimited');
    expect(screen.queryByLabelText('Links')).toBeNull();
  });

  it('[EXT-004] [EXT-005] finds people by links without the extension', async () => {
    const { server, hands } = await openApp('/extension', {
      as: userOf('worker'),
      answers: (stub) => {
        stub.on(contract.profiles.quotas, () => quotas);
        stub.on(contract.profileLookups.byLinks, ({ links }) => ({
          profiles: [
            {
              id: 5,
              name: 'Grace Hopper',
              title: 'Admiral',
              company: 'Navy',
              city: null,
              is_own: true,
              links: [links[0] ?? ''],
              has_name: false,
            },
          ],
        }));
      },
    });
    await screen.findByText('This installation offers no browser extension yet.', { exact: false });
    await hands.click(await screen.findByLabelText('Links'));
    await hands.paste('github.com/grace\n\ngithub.com/nobody github.com/grace');
    await hands.click(screen.getByRole('button', { name: 'Find' }));
    const item = (await screen.findByRole('link', { name: 'Grace Hopper' })).closest('li') ?? document.body;
    within(item).getByText('Admiral · Navy');
    within(item).getByText('github.com/grace');
    await screen.findByText('Nobody has these links: github.com/nobody');
    expect(server.inputsOf(contract.profileLookups.byLinks)).toMatchObject([{ links: ['github.com/grace', 'github.com/nobody'] }]);
  });

  it('[EXT-002] [EXT-005] lists the apps without the menu', async () => {
    const user = { ...userOf('worker'), apps: ['greenhouse'] };
    await openApp('/apps_extension', {
      as: user,
      answers: (stub) => stub.on(contract.ats.accounts, () => ({ social_accounts: [], consent_vendors: [] })),
    });
    await screen.findByRole('link', { name: 'Greenhouse: Connect' });
    expect(screen.queryByRole('navigation')).toBeNull();
    await openApp('/apps_extension', { as: { ...user, apps: [] } });
    await screen.findByText('No apps are available to you.', { exact: false });
  });
});
