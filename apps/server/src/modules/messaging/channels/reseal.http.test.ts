import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { addMailbox, mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { resealMailboxes, sealSecrets } from './connections.ts';

const here = useInstallation();

it('reseals the passwords of every company, and reports undecryptable ones', async () => {
  const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const passwords = { smtp: 'one', imap: 'two' };
  const users = [];
  for (const key of [older, older, newer, foreign]) {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const secret = sealSecrets(createSecretBox([key]), user.id, passwords);
    await addMailbox(here, user, { secret });
    users.push(user.id);
  }
  const { database } = here.application;
  expect(await resealMailboxes(database, createSecretBox([newer, older]))).toEqual({ resealed: 2, lost: 1 });
  const rows = await mailboxesIn(here).find();
  const box = createSecretBox([newer]);
  for (const { user_id: id, secret } of rows.slice(0, 3)) expect(box.open(secret, `mailbox of user ${id}`)).toBe(JSON.stringify(passwords));
  expect(await resealMailboxes(database, box)).toEqual({ resealed: 0, lost: 1 });
});
