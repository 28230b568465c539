import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { signerOf } from '#platform/crypto/signing.ts';
import { createRegistry } from './registry.ts';
import { forgetAddresses } from './store.ts';

const here = useInstallation();

it('[DEC-05] [DEC-14] knows an address by its keyed hash when the person was erased, in one company and not in another', async () => {
  const signer = signerOf(randomBytes(32));
  const registry = createRegistry({ clock: here.clock, signing: async () => signer });
  const { database } = here.application;
  const [acme, other] = [await here.addCompany(), await here.addCompany()];
  const [email, spelled] = ['anna@people.test', 'Anna@People.TEST'];
  const suppressing = { companyId: acme, who: { email: spelled }, reason: 'unsubscribed', source: 'link' } as const;
  expect(await database.inCompany(acme, (tx) => registry.suppress(tx, suppressing))).toBe(true);
  expect(await database.inCompany(acme, (tx) => registry.suppress(tx, suppressing))).toBe(false);
  await database.inCompany(acme, (tx) => forgetAddresses(tx, [email], acme));
  const [row] = await here.sql<{ address: string | null; address_hash: Buffer }>('select * from suppressions where company_id = $1', [
    acme,
  ]);
  expect([row?.address, row?.address_hash.toString().includes('anna')]).toEqual([null, false]);
  const asked = (companyId: number) =>
    database.inCompany(companyId, (tx) => registry.suppressed(tx, companyId, [email, 'boris@people.test']));
  expect([...(await asked(acme)).keys()]).toEqual([email]);
  expect([...(await asked(other)).keys()]).toEqual([]);
  // The same address of two companies cannot be put together.
  expect((await registry.hashOf(acme, email)).equals(await registry.hashOf(other, email))).toBe(false);
});
