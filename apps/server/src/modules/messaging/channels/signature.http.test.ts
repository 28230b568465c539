import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { signatureHtml } from './signature.ts';

const here = useInstallation();
const migration = new URL('../../../migrations/0107_keep_signatures_as_html.sql', import.meta.url);

it('[MSET-002] that was kept as plain text becomes what it becomes when it is saved', async () => {
  const company = await here.addCompany();
  const plain = ['Ann <ann@corp.test>\r\nR&D > C', ' ', '<b>Ann</b><br>CEO', '<p>Ann</p>', 'x'];
  for (const signature of plain) {
    const user = await here.addUser(company, 'worker');
    await here.sql('insert into messaging_settings (user_id, company_id, signature) values ($1, $2, $3)', [user.id, company, signature]);
  }
  await here.sql(readFileSync(migration, 'utf8'));
  const rows = await here.sql<{ signature: string }>('select signature from messaging_settings where company_id = $1 order by user_id', [
    company,
  ]);
  expect(rows.map((row) => signatureHtml(row.signature))).toEqual(plain.map(signatureHtml));
  expect(rows[0]?.signature).toBe('<p>Ann &lt;ann@corp.test&gt;<br />R&amp;D &gt; C</p>');
});
