import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';

// Starts like a loopback address.
const here = useInstallation({ HEADWATER_URL: 'https://127.0.0.1.people.test' });
const mail = useMail(here);

it('[SEND-008] [SEND-010] treats a public name that starts like a loopback address as public', async () => {
  const recruiter = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  await mail.connect(recruiter, 'recruiter1@company.test');
  const written = await mail.write(recruiter, { body: '<p>Hello</p>' });
  await mail.becomes(recruiter, written.id, 'sent');
  expect((await mail.newest(written.to)).html).toMatch(/src="https:\/\/127\.0\.0\.1\.people\.test\/[^"]*\/track\//);
  expect((await recruiter.get('/api/v6/messaging/deliverability/')).body.public_address).toBe('ok');
});
