import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { resealMailboxes, sealSecrets } from './connections.ts';

const here = useInstallation();

it('seals the passwords of every company with a new key, and says which none opens', async () => {
  const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const passwords = { smtp: 'one', imap: 'two' };
  const users = [];
  for (const key of [older, older, newer, foreign]) {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const secret = sealSecrets(createSecretBox([key]), user.id, passwords);
    await here.sql(
      `insert into mailboxes (company_id, user_id, provider, address, settings, secret) values ($1, $2, 'smtp_imap', $3, '{}', $4)`,
      [user.companyId, user.id, user.email, secret],
    );
    users.push(user.id);
  }
  const { database } = here.application;
  expect(await resealMailboxes(database, createSecretBox([newer, older]))).toEqual({ resealed: 2, lost: 1 });
  const rows = await here.sql<{ user_id: string; secret: string }>('select user_id, secret from mailboxes order by id');
  const box = createSecretBox([newer]);
  for (const { user_id: id, secret } of rows.slice(0, 3)) expect(box.open(secret, `mailbox of user ${id}`)).toBe(JSON.stringify(passwords));
  expect(await resealMailboxes(database, box)).toEqual({ resealed: 0, lost: 1 });
});
