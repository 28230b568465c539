import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { resealCompanyTokens, tokenContext } from './actions/company-tokens.ts';

const here = useInstallation();

it('[COMP-029] seals the tokens of every company with a new key, and counts those that no key opens', async () => {
  const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const sealedFor = async (key: Buffer) => {
    const id = await here.addCompany();
    const sealed = createSecretBox([key]).seal(`token ${id}`, tokenContext(id));
    await here.sql('update companies set huntflow_token_sealed = $2 where id = $1', [id, sealed]);
    return id;
  };
  const ids = [await sealedFor(older), await sealedFor(older), await sealedFor(newer)];
  await sealedFor(foreign);
  await here.addCompany();
  const { database } = here.application;
  expect(await resealCompanyTokens(database, createSecretBox([newer, older]))).toEqual({ resealed: 2, lost: 1 });
  const box = createSecretBox([newer]);
  const rows = await here.sql<{ id: number; sealed: string }>(
    'select id::int, huntflow_token_sealed as sealed from companies where id = any($1) order by id',
    [ids],
  );
  expect(rows.map(({ id, sealed }) => box.open(sealed, tokenContext(id)))).toEqual(ids.map((id) => `token ${id}`));
  expect(await resealCompanyTokens(database, box)).toEqual({ resealed: 0, lost: 1 });
});
