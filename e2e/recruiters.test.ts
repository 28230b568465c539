import { describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { patient, visits } from './visit.ts';

describe('the list of recruiters of a vacancy', () => {
  it.each(['recruiter', 'admin'] as const)('[ROLE-065] [ROLE-066] begins with oneself, who is not asked for: %s', async (who) => {
    const page = await visits.open('/icon.svg', { who });
    const asked = page.waitForRequest(/\/api\/v6\/users\/\?.*is_assignee/, patient);
    await page.goto(`${base}/folders/`);
    expect((await asked).url()).toContain('exclude_self=true');
    const answer = (await (await asked).response())?.json() as Promise<{ users: { id: number }[] }>;
    const me = await page.evaluate(async () => ((await (await fetch('/api/internal/users/me/')).json()) as { id: number }).id);
    expect((await answer).users.map(({ id }) => id)).not.toContain(me);
    await page.getByRole('combobox', { name: 'Recruiter' }).click();
    const options = page.getByRole('option');
    await options.first().waitFor(patient);
    const names = (await options.allInnerTexts()).filter((name) => !name.startsWith('Any'));
    expect(names[0]).toMatch(/\(you\)$/);
    expect(names.filter((name) => name.endsWith('(you)'))).toHaveLength(1);
  });
});

it('[SHELL-003] messaging has templates, mailings, sequences, messages by AI and what was sent', async () => {
  const page = await visits.open('/messaging/sent/', { who: 'recruiter' });
  const headed = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).first().waitFor(patient);
  await headed('Messages');
  await page.getByRole('link', { name: 'Sequences', exact: true }).first().click();
  await headed('Sequences');
  await page.goto(`${base}/messaging/templates`);
  await headed('Templates');
  await page.goto(`${base}/folders/1/messaging`);
  for (const name of ['Create mailing', 'AI messages']) await page.getByRole('button', { name }).first().waitFor(patient);
});
