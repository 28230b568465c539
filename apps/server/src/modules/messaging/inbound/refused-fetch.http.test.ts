import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);

it('[SEND-009] reports a message that the mail server does not return, and reads the others', async () => {
  const company = await here.addCompany();
  const recruiter = await here.signIn(await here.addUser(company, 'worker'));
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  await mail.connect(recruiter, 'recruiter3@company.test');
  const written = [await mail.write(recruiter), await mail.write(recruiter, { subject: 'Refused' }), await mail.write(recruiter)] as const;
  const [before, refused, behind] = written;
  await mail.nextFault('imap_fetch', { text: 'Subject: Re: Refused', times: 1000 });
  for (const { id } of written) await mail.becomes(recruiter, id, 'sent');
  for (const { to } of written) await mail.answer(to, 'reply');
  for (const { id } of [before, behind]) await mail.becomes(recruiter, id, 'replied');
  await mail.becomes(recruiter, refused.id, 'sent');
  const { results } = (await admin.get('/api/v6/messaging/unreadable/')).body;
  expect(results).toMatchObject([{ mailbox: 'recruiter3@company.test', folder: 'INBOX', reason: 'not_fetched' }]);
});
