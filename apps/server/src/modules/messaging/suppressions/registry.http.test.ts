import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { mailboxKey } from '@headwater/domain/identity/email';
import { useSharedInstallation } from '../../../../test/installation.ts';
import { signerOf } from '#platform/crypto/signing.ts';
import { createRegistry } from './registry.ts';
import { forgetAddresses } from './store.ts';

const here = useSharedInstallation();

it("[DEC-05] [DEC-14] matches an erased person's address by its keyed hash, in one company only", async () => {
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
  // Hashes of two companies cannot be linked.
  expect((await registry.hashOf(acme, email)).equals(await registry.hashOf(other, email))).toBe(false);
});

it('[DEC-05] matches an address by both forms of its domain, in code and in the database', async () => {
  const signer = signerOf(randomBytes(32));
  const registry = createRegistry({ clock: here.clock, signing: async () => signer });
  const { database } = here.application;
  const company = await here.addCompany();
  const pairs = [
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['Pochta@Пример.РФ', 'pochta@xn--e1afmkfd.xn--p1ai'],
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['anna@例え.テスト', 'anna@xn--r8jz45g.xn--zckzah'],
    ['anna@mañana-tres.com', 'anna@xn--maana-tres-u9a.com'],
    ['Anna@People.TEST', 'anna@people.test'],
  ] as const;
  for (const [spelled, ascii] of pairs) {
    const [row] = await here.sql<{ spelled: string; ascii: string }>(
      'select headwater_address_key($1) as spelled, headwater_address_key($2) as ascii',
      [spelled, ascii],
    );
    expect([row?.spelled, row?.ascii]).toEqual([mailboxKey(spelled), mailboxKey(spelled)]);
    expect(mailboxKey(ascii)).toBe(mailboxKey(spelled));
    const suppressing = { companyId: company, reason: 'unsubscribed', source: 'inbound' } as const;
    expect(await database.inCompany(company, (tx) => registry.suppress(tx, { ...suppressing, who: { email: spelled } }))).toBe(true);
    expect(await database.inCompany(company, (tx) => registry.suppress(tx, { ...suppressing, who: { email: ascii } }))).toBe(false);
    expect(await database.inCompany(company, (tx) => registry.suppressed(tx, company, [ascii]))).toHaveProperty('size', 1);
  }
});

it('[DEC-05] matches an address stored as spelled', async () => {
  const signer = signerOf(randomBytes(32));
  const registry = createRegistry({ clock: here.clock, signing: async () => signer });
  const { database } = here.application;
  const company = await here.addCompany();
  const hash = signer.fingerprint('suppressed address', `${company} почта@пример.рф`);
  const suppressing = { companyId: company, who: { hash, email: null }, reason: 'unsubscribed', source: 'inbound' } as const;
  await database.inCompany(company, (tx) => registry.suppress(tx, suppressing));
  const forms = ['Почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'];
  expect([...(await database.inCompany(company, (tx) => registry.suppressed(tx, company, forms))).keys()]).toEqual(forms);
});

it('[DEC-05] matches an address stored without rules of its mail service', async () => {
  const signer = signerOf(randomBytes(32));
  const registry = createRegistry({ clock: here.clock, signing: async () => signer });
  const { database } = here.application;
  const company = await here.addCompany();
  for (const email of ['jane.doe@gmail.com', 'Ivan.Petrov@yandex.ru', 'anna+jobs@icloud.com']) {
    const hash = signer.fingerprint('suppressed address', `${company} ${email.toLowerCase()}`);
    const suppressing = { companyId: company, who: { hash, email: null }, reason: 'unsubscribed', source: 'link' } as const;
    await database.inCompany(company, (tx) => registry.suppress(tx, suppressing));
    expect(await database.inCompany(company, (tx) => registry.suppressed(tx, company, [email]))).toHaveProperty('size', 1);
  }
});
