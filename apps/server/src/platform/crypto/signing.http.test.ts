import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { createSecretBox } from './secrets.ts';
import { createSigning } from './signing.ts';

const here = useInstallation();
const [older, newer] = [randomBytes(32), randomBytes(32)];
const signingWith = (...keys: Buffer[]) =>
  createSigning({ database: here.application.database, clock: here.clock, secrets: createSecretBox(keys) });

it('[SEND-010] [DEC-05] keeps the signing key of the installation when the secret key rotates', async () => {
  await here.sql(`delete from installation where key = 'signing'`);
  const [one, other] = await Promise.all([signingWith(older)(), signingWith(older)()]);
  const signature = one.sign('a letter', 'anna');
  expect(other.isSigned('a letter', 'anna', signature)).toBe(true);
  expect([other.isSigned('a letter', 'boris', signature), other.isSigned('a link', 'anna', signature)]).toEqual([false, false]);
  expect([other.isSigned('a letter', 'anna', ''), other.isSigned('a letter', 'anna', `${signature}A`)]).toEqual([false, false]);

  // A rotation has both keys; afterwards the older one may be removed.
  await signingWith(newer, older)();
  const turned = await signingWith(newer)();
  expect(turned.isSigned('a letter', 'anna', signature)).toBe(true);
  expect(turned.fingerprint('an address', 'anna')).toEqual(one.fingerprint('an address', 'anna'));
  await expect(signingWith(older)()).rejects.toThrow('cannot be opened');
});
