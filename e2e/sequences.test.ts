import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { address as base } from './product-url.ts';
import { expectReadable } from './axe.ts';
import { address, answerNewest, connect } from './correspond.ts';
import { passDays, takeLimitsOff } from './days.ts';
import { drawn, looks, patient, send, shiftsOf, visits } from './visit.ts';

const list = '/messaging/sequences';
const withinMinute = { timeout: 60_000, interval: 300 };

let sequence = 0;

interface Recipient {
  id: number;
  email: string;
  ended: string | null;
  messages_sent: number;
  profile: { id: number; name: string };
}

const recipientsOf = async (page: Page) =>
  ((await send(page, { path: `/api/v6/sequences/${sequence}/recipients/` })) as { recipients: Recipient[] }).recipients.toSorted(
    (one, other) => one.id - other.id,
  );

/** Removes the sequences of other tests, so that the list starts empty. */
async function removeSequences(page: Page): Promise<void> {
  const { sequences } = (await send(page, { path: '/api/v6/sequences/?per_page=100' })) as { sequences: { id: number }[] };
  for (const { id } of sequences) await send(page, { path: `/api/v6/sequences/${id}/`, method: 'DELETE' });
}

/** Expects the number of sent messages per recipient, in the order of addition. */
const sent = (page: Page, counts: readonly number[]) =>
  vi.waitFor(async () => expect((await recipientsOf(page)).map((recipient) => recipient.messages_sent)).toEqual(counts), withinMinute);

const ended = (page: Page, at: number, why: string) =>
  vi.waitFor(async () => expect((await recipientsOf(page))[at]?.ended).toBe(why), withinMinute);

/** Selection count; the pager and the cells contain similar texts. */
const chosenCount = (page: Page, text: string) => page.locator('output').getByText(text, { exact: true });
const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the message' });

/** Removes the sending hours, so that the test can run at any time. */
async function anyHour(page: Page): Promise<void> {
  await page.getByLabel('From', { exact: true }).fill('');
  await page.getByLabel('Until').fill('');
  await page.getByRole('combobox', { name: 'Days' }).click();
  await page.getByRole('option', { name: 'Every day' }).click();
}

async function writeThree(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject', exact: true }).click();
  await page.keyboard.type('Three letters');
  await bodyOf(page).click();
  await page.keyboard.type('Would you talk to us?');
  await anyHour(page);
  for (const [number, days] of [
    [2, 3],
    [3, 7],
  ]) {
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('menuitem', { name: 'Email' }).click();
    await page
      .getByRole('region', { name: `Message ${number}` })
      .first()
      .waitFor();
    await bodyOf(page).click();
    await page.keyboard.type(`Letter ${number}`);
    await page.getByRole('textbox', { name: 'Days' }).fill(String(days));
    await anyHour(page);
  }
  await page.getByText('Saved', { exact: true }).first().waitFor(patient);
}

/** Adds the first two people of a search, and the third from the profile. */
async function addPeople(page: Page): Promise<void> {
  const query = new URLSearchParams({ q: '[]', f: 'contacts:email', per_page: '3', page: '60' });
  const { profiles } = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
  for (const { id } of profiles) await send(page, { path: `/api/v6/profiles/${id}/get-contacts/` });
  const [first, second, third] = profiles;
  const ids = [first?.id, second?.id];
  await send(page, { path: `/api/v6/sequences/${sequence}/add_profile/`, method: 'POST', body: { profile_ids: ids, source: 'search' } });
  await page.goto(`${base}/profiles/${third?.id}/`);
  await page.getByRole('button', { name: 'Sequence' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Sequence' }).click();
  await page.getByRole('option', { name: 'Quiet engineers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('1 person added to “Quiet engineers”').first().waitFor(patient);
}

/**
 * Expects a tooltip with the whole text of a cut cell. Lengthens one cell, because the demo has no
 * long texts.
 */
async function checkCutCellTooltip(page: Page) {
  const words = page.getByRole('table').locator('tbody td, tbody td span');
  const long = 'Long words '.repeat(50).trim();
  const titleOfCut = async () => {
    const cut = await words.evaluateAll((all, text) => {
      const index = all.findIndex(
        (one) => one.childElementCount === 0 && one.textContent !== '' && getComputedStyle(one).textOverflow === 'ellipsis',
      );
      all[index]?.replaceChildren(text);
      return index;
    }, long);
    // Rows render after the numbers above them.
    if (cut < 0) return 'no row yet';
    await words.nth(cut).hover();
    return words.nth(cut).getAttribute('title');
  };
  await expect.poll(titleOfCut, patient).toBe(long);
}

/** Delays responses of writes until `release`. */
async function hold(page: Page, path: RegExp): Promise<() => void> {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.fallback();
  });
  return () => release?.();
}

/** Changes the subject during an outage: the page reports unsaved, then saving, then saved. */
async function typeDuringOutage(page: Page, path: string): Promise<void> {
  await page.goto(`${base}${path}`);
  await page.getByRole('textbox', { name: 'Subject', exact: true }).click();
  await page.route(/\/api\/v6\//, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, contentType: 'text/html', body: '<p>away</p>' }),
  );
  await page.keyboard.press('End');
  await page.keyboard.type(' soon');
  await page.getByText('Not saved').first().waitFor(patient);
  await page.unrouteAll();
  const release = await hold(page, /\/api\/v6\//);
  await page.getByRole('alert').getByRole('button').first().click();
  await page.getByText('Saving…').first().waitFor(patient);
  release();
  await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor(patient);
  await page.unrouteAll({ behavior: 'wait' });
}

describe('a sequence', () => {
  it('[SEQ-001] [SEQ-002] [SEQ-003] [SEQ-004] [SEQ-005] [SEQ-006] [SEQ-007] [SEQ-008] [SEQ-009] [SEQ-013] sends three messages to each person until they answer', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin' });
    await connect(page);
    await takeLimitsOff(address);
    await removeSequences(page);
    await page.goto(base + list);
    await page.getByText('Write once, follow up automatically').first().waitFor(patient);
    await page.getByRole('button', { name: 'How sequences work' }).click();
    await page.getByRole('dialog').getByText('Monday to Friday').first().waitFor(patient);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New sequence' }).first().click();
    await page.getByLabel('Name').fill('Quiet engineers');
    await page.getByRole('button', { name: 'Create sequence' }).click();
    await page.waitForURL(/\/sequences\/\d+\/edit/, patient);
    sequence = Number(/sequences\/(\d+)/.exec(page.url())?.[1]);
    await writeThree(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('no recipients').first().waitFor(patient);
    await addPeople(page);

    await page.goto(`${base}${list}/${sequence}`);
    await chosenCount(page, '0 of 3 selected').waitFor(patient);
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads.filter((head) => ['Last activity', 'To', 'Messages sent'].includes(head))).toHaveLength(3);
    await checkCutCellTooltip(page);
    await page.reload();
    await chosenCount(page, '0 of 3 selected').waitFor(patient);
    await page.getByRole('button', { name: 'Review and launch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Launch', exact: true }).click();
    await page.getByText('Launched for 3 people').first().waitFor(patient);
    await sent(page, [1, 1, 1]);
    const [first, second, third] = await recipientsOf(page);
    if (!first || !second || !third) throw new Error('nobody to write to');

    await answerNewest(first.email);
    await ended(page, 0, 'replied');
    await page.getByRole('row', { name: first.profile.name }).getByText('Replied').first().waitFor(patient);
    await page.getByRole('row', { name: second.profile.name }).getByText('Will be sent').first().waitFor(patient);
    await passDays(sequence, 3);
    await sent(page, [1, 2, 2]);
    await answerNewest(second.email);
    await ended(page, 1, 'replied');
    await passDays(sequence, 7);
    await sent(page, [1, 2, 3]);
    await ended(page, 2, 'finished');
    await page.getByRole('row', { name: third.profile.name }).getByText('3 of 3').first().waitFor(patient);

    await page.getByRole('row', { name: third.profile.name }).click();
    await page.getByRole('link', { name: 'Open profile' }).click();
    await page.waitForURL(new RegExp(`/sequences/${sequence}/profile/${third.profile.id}`), patient);
    await page.getByRole('navigation', { name: 'Menu' }).waitFor({ state: 'detached', ...patient });
    await page.getByRole('region', { name: 'Messages' }).getByText('Re: Three letters').first().waitFor(patient);
  });

  it('[SEQ-010] [SEQ-011] [SEQ-022] exports and deletes recipients, and is deleted with a notice', async () => {
    const page = await visits.open(`${list}/${sequence}`, { who: 'admin' });
    await page.getByRole('row').nth(1).waitFor(patient);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await chosenCount(page, '1 of 3 selected').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Messages deleted').first().waitFor(patient);
    await chosenCount(page, '0 of 2 selected').waitFor(patient);
  });

  it('[SEQ-012] [SEQ-023] [SEQ-024] [REQ-020] shows the state of saving, reports a failed resend, resends and stops', async () => {
    const page = await visits.open(`${list}/${sequence}`, { who: 'admin' });
    const [known, other] = await recipientsOf(page);
    const custom_variables = [{ name: 'TOPIC', value: '', data: [] }];
    const templates = [{ subject: 'About {{TOPIC}}', body: '<p>Hello</p>', custom_variables }];
    const call = (path: string, body: object = {}) =>
      send(page, { path: `/api/v6/${path}`, method: 'POST', body }) as Promise<{ id: number }>;
    const { id } = await call('sequences/', { name: 'With a hole', templates });
    await typeDuringOutage(page, `${list}/${id}/edit`);
    await call(`sequences/${id}/add_profile/`, { profile_id: known?.profile.id });
    const inIt = async () => (await send(page, { path: `/api/v6/sequences/${id}/recipients/` })) as { recipients: Recipient[] };
    const [first] = (await inIt()).recipients;
    const fill = (recipient: number) =>
      send(page, { path: `/api/v6/mailing_recipients/${recipient}/`, method: 'PATCH', body: { custom_data: { TOPIC: 'Go' } } });
    await fill(first?.id ?? 0);
    await call(`mailing_lists/${id}/launch/`);
    // A recipient without the value gets no message.
    await call(`sequences/${id}/add_profile/`, { profile_id: other?.profile.id });
    await page.goto(`${base}${list}/${id}`);
    const resend = page.getByRole('button', { name: 'Resend' });
    await resend.waitFor(patient);
    await page.route('**/relaunch_failed/', (route) => route.abort());
    await resend.click();
    await page.getByText('failed to send', { exact: true }).first().waitFor(patient);
    await page.unrouteAll();
    await fill(Math.max(...(await inIt()).recipients.map((recipient) => recipient.id)));
    const release = await hold(page, /\/relaunch_failed\/$/);
    await resend.click();
    await page.locator('button[data-loading="true"]').waitFor(patient);
    release();
    await page.getByText('1 message sent again').first().waitFor(patient);
    await resend.waitFor({ state: 'hidden', ...patient });
    await vi.waitFor(
      async () => expect((await inIt()).recipients.map((recipient) => recipient.messages_sent)).toEqual([1, 1]),
      withinMinute,
    );
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Message sequence stopped', { exact: true }).first().waitFor(patient);
    await send(page, { path: `/api/v6/sequences/${id}/`, method: 'DELETE' });
  });

  it.each(looks)('[SEQ-001] shows its screens without axe violations: $scheme, $language, phone $phone', async (look) => {
    const page = await visits.open(list, { ...look, who: 'admin' });
    const shown = async (name: string) => {
      await drawn(page);
      await expectReadable(page, `sequence-${name}`, look);
    };
    await page.getByRole('row').nth(1).waitFor(patient);
    await shown('list');
    await page.getByRole('row').nth(1).click();
    await page.getByRole('row').nth(1).waitFor(patient);
    await page.getByText('Quiet engineers').first().waitFor(patient);
    await shown('recipients');
    const [first] = await recipientsOf(page);
    // Late parts must not shift others, especially on a phone.
    for (const [name, path] of [
      ['whole', `${sequence}`],
      ['person', `${sequence}/profile/${first?.profile.id}`],
    ] as const) {
      await page.goto(`${base}${list}/${path}`);
      await page.locator('article h2, tbody tr[data-index="0"]').first().waitFor(patient);
      await shown(name);
      expect.soft(await shiftsOf(page), name).toBeLessThanOrEqual(0.02);
    }
    await page.goto(`${base}${list}/${sequence}/edit`);
    await page.locator('.ProseMirror').first().waitFor(patient);
    await shown('edit');
    await page.goto(`${base}${list}/new`);
    await page.locator('input[name=name]').waitFor(patient);
    await shown('new');
  });

  it('[ROLE-012] shows staff neither launch controls nor the remaining contacts', async () => {
    for (const look of looks) {
      const page = await visits.open('/icon.svg', { who: 'staff', ...look });
      const body = { name: 'Prepared by staff', templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] };
      const { id } = (await send(page, { path: '/api/v6/sequences/', method: 'POST', body })) as { id: number };
      await page.goto(`${base}${list}/${id}?tab=launch`);
      const [note, launch] =
        look.language === 'ru' ? ['запуск недоступен', /Проверить|Запустить/] : ['Launching is not available', /Review|Launch/];
      await page.getByText(note).first().waitFor(patient);
      expect(await page.getByRole('button', { name: launch }).count()).toBe(0);
      await expectReadable(page, 'sequence-staff', look);
      await send(page, { path: `/api/v6/sequences/${id}/`, method: 'DELETE' });
      await visits.leave(page);
    }
    const page = await visits.open('/icon.svg', { who: 'staff' });
    const query = new URLSearchParams({ q: '[]', f: 'contacts:email', per_page: '1' });
    const { profiles } = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
    await page.goto(`${base}/profiles/${profiles[0]?.id}/`);
    await page.getByRole('button', { name: 'Open contacts', exact: true }).first().waitFor(patient);
  });

  it('[SEQ-022] is deleted with a notice', async () => {
    const other = await visits.open(`${list}/${sequence}`, { who: 'recruiter' });
    await other.getByRole('button', { name: 'More' }).first().waitFor(patient);
    const page = await visits.open(`${list}/${sequence}`, { who: 'admin' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete sequence' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Message sequence deleted').first().waitFor(patient);
    await page.getByText('Write once, follow up automatically').first().waitFor(patient);
    // Open pages of the deleted sequence report it.
    await other.getByText('This sequence no longer exists').first().waitFor(patient);
  });
});
