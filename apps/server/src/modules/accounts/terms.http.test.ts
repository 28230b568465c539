import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';

const linking = useInstallation({
  HEADWATER_TERMS_URL_US: 'https://terms.test/us',
  HEADWATER_TERMS_URL_RUSSIA: 'https://terms.test/ru',
});
const bare = useInstallation({ HEADWATER_TERMS_URL_US: 'https://terms.test/us' });

async function linkOf(here: typeof linking, location: 'us' | 'russia'): Promise<unknown> {
  const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
  const company = await here.addCompany();
  expect((await staff.put(`/api/v6/companies/${company}/`, { terms_location: location })).status).toBe(200);
  const caller = await here.signIn(await here.addUser(company, 'worker'));
  return (await caller.get('/api/internal/users/me/')).body.terms_link;
}

it('[I18N-010] [COMP-024] links the terms of service for the location of the company', async () => {
  expect(await linkOf(linking, 'us')).toBe('https://terms.test/us');
  expect(await linkOf(linking, 'russia')).toBe('https://terms.test/ru');
  // No fallback to another location.
  expect(await linkOf(bare, 'russia')).toBe(null);
});
