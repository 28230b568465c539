import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { answerAs, answerFirst, deleteAs, editAs, onPhoneOf, reactAs } from './phones.ts';
import { addSimCard, api, begin, bubble, deleteSimCard, field, messages, noSnackbar, peopleOf, refuseCalls } from './telegram-page.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

/** Actions on the messages of a dialog. */

const phone = '+79995550175';
const username = 'talkative_person_x';

let sim = 0;
let dialog = 0;

const isOnPhone = (text: string) =>
  vi.waitFor(async () => expect((await onPhoneOf(username)).map((message) => message.text)).toContain(text), patient);
/** By whom it is said last, the number that it has on the candidate's phone. */
const numberOf = async (text: string) => (await onPhoneOf(username)).findLast((message) => message.text === text)?.id ?? 0;

beforeAll(async () => {
  const page = await visits.enter('admin');
  sim = await addSimCard(page, phone);
  const [profile = 0] = (await peopleOf(page, 10)).slice(9);
  dialog = (await begin(page, profile, username)).id;
  await send(page, { path: `${api}dialogs/${dialog}/`, method: 'PATCH', body: { access_type: 'private' } });
  await send(page, { path: `${api}dialogs/${dialog}/send_message/`, method: 'POST', body: { message: 'What salary do you expect?' } });
  await isOnPhone('What salary do you expect?');
  await visits.leave(page);
});
afterAll(() => deleteSimCard(sim));

const open = async () => {
  const page = await visits.open(`${messages}?dialog=${dialog}`, { who: 'admin' });
  await field(page).waitFor();
  return page;
};

describe('what a candidate does with what they wrote', () => {
  it('[TG-030] shows a changed message as it is now, and what it said before where one asks for it', async () => {
    const page = await open();
    await answerAs(username, { phone, text: 'About 300' });
    await bubble(page, 'About 300').waitFor(patient);
    await editAs(username, await numberOf('About 300'), 'About 350');
    await bubble(page, 'About 350').waitFor(patient);
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'About 300' }).count(), patient).toBe(0);
    await bubble(page, 'About 350').getByRole('button', { name: 'edited' }).click();
    await page.getByRole('list', { name: 'Earlier text' }).getByText('About 300').waitFor();
    await expectNoAxeFaults(page);
  });

  it('[TG-030] keeps a deleted message to be read, and says that it was deleted', async () => {
    const page = await open();
    await answerAs(username, { phone, text: 'Please forget that' });
    await bubble(page, 'Please forget that').waitFor(patient);
    await deleteAs(username, await numberOf('Please forget that'));
    await bubble(page, 'Please forget that').getByText('Deleted in Telegram').waitFor(patient);
    await expectNoAxeFaults(page);
  });
});

describe('what a candidate puts below a message', () => {
  it('[TG-030] shows below it, and goes when it is taken away', async () => {
    const page = await open();
    const ours = bubble(page, 'What salary do you expect?');
    await ours.waitFor(patient);
    await reactAs(username, await numberOf('What salary do you expect?'), '👍');
    await ours.getByTitle(/ reacted: 👍$/).waitFor(patient);
    await expectNoAxeFaults(page);
    await picture(page, 'telegram-reaction');
    await reactAs(username, await numberOf('What salary do you expect?'), null);
    await ours.getByTitle(/ reacted: /).waitFor({ state: 'detached', ...patient });
  });
});

describe('a message that answers another one', () => {
  it('[TG-050] goes with a quote that leads to the answered message', async () => {
    const page = await open();
    await answerAs(username, { phone, text: 'Could I work from Lisbon?' });
    const asked = bubble(page, 'Could I work from Lisbon?');
    await asked.waitFor(patient);
    await asked.hover();
    await asked.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByRole('group', { name: 'Reply to' }).getByText('Could I work from Lisbon?').waitFor();
    await expectNoAxeFaults(page);
    await field(page).fill('Yes, from anywhere');
    await field(page).press('Enter');
    await page.getByRole('group', { name: 'Reply to' }).waitFor({ state: 'detached' });
    await isOnPhone('Yes, from anywhere');
    const sent = (await onPhoneOf(username)).at(-1);
    expect(sent?.reply_to).toBe(await numberOf('Could I work from Lisbon?'));
    await bubble(page, 'Yes, from anywhere').getByRole('button', { name: 'In reply to' }).click();
    await page.locator('[data-marked]').filter({ hasText: 'Could I work from Lisbon?' }).waitFor();
  });

  it('[TG-034] leads far up, where older messages are read for it', async () => {
    const first = await numberOf('What salary do you expect?');
    for (let at = 1; at <= 60; at += 1) await answerAs(username, { phone, text: `Line ${at}` });
    await answerAs(username, { phone, text: 'To your first question', reply_to: first });
    const page = await open();
    const answer = bubble(page, 'To your first question');
    await answer.waitFor(patient);
    await answer.getByRole('button', { name: 'In reply to' }).click();
    await page.locator('[data-marked]').filter({ hasText: 'What salary do you expect?' }).waitFor(patient);
  });

  it('[TG-050] ends by Escape, and the field keeps its text', async () => {
    const page = await open();
    const last = bubble(page, 'To your first question');
    await last.hover();
    await last.getByRole('button', { name: 'Reply', exact: true }).click();
    await field(page).fill('Half a sentence');
    await field(page).press('Escape');
    await page.getByRole('group', { name: 'Reply to' }).waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe('Half a sentence');
    await field(page).fill('');
  });
});

describe('what is chosen to be answered', () => {
  it('[TG-050] stays with its dialog and draft, and is cleared when the message is sent', async () => {
    const stranger = 'second_caller_x';
    await answerFirst(stranger, { phone, text: 'Do you hire in Riga?' });
    const page = await open();
    const bar = page.getByRole('group', { name: 'Reply to' });
    const last = bubble(page, 'To your first question');
    await last.hover();
    await last.getByRole('button', { name: 'Reply', exact: true }).click();
    await field(page).fill('Half an answer');
    const go = (to: RegExp) => page.getByRole('button', { name: to }).first().click();
    await go(/Second Caller/);
    await bubble(page, 'Do you hire in Riga?').waitFor(patient);
    await bar.waitFor({ state: 'detached' });
    await page.locator(`[data-dialog="${dialog}"]`).click();
    await bar.getByText('To your first question').waitFor(patient);
    expect(await field(page).inputValue()).toBe('Half an answer');
    await field(page).press('Enter');
    await bar.waitFor({ state: 'detached' });
    await isOnPhone('Half an answer');
    expect((await onPhoneOf(username)).at(-1)?.reply_to).toBe(await numberOf('To your first question'));
  });
});

describe('files that are dropped on a dialog', () => {
  it('[TG-057] [TG-058] go along with the message, with the bounds of chosen ones', async () => {
    const page = await open();
    const data = await page.evaluateHandle(() => {
      const files = new DataTransfer();
      files.items.add(new File(['One'], 'one.txt', { type: 'text/plain' }));
      files.items.add(new File(['Two'], 'two.txt', { type: 'text/plain' }));
      files.items.add(new File(['MZ'], 'three.exe'));
      return files;
    });
    const conversation = page.getByRole('log', { name: 'Conversation' });
    await conversation.dispatchEvent('dragenter', { dataTransfer: data });
    await page.getByText('Drop files to attach them').waitFor();
    await picture(page, 'telegram-drop');
    await conversation.dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('Drop files to attach them').waitFor({ state: 'detached' });
    await page.getByText('three.exe: Illegal file type').waitFor();
    await page.getByRole('button', { name: 'Remove one.txt' }).waitFor(patient);
    await page.getByRole('button', { name: 'Remove two.txt' }).waitFor(patient);
    const isReady = async () => page.getByRole('button', { name: 'Send' }).isEnabled();
    await expect.poll(isReady, patient).toBe(true);
    await field(page).fill('Both files');
    await field(page).press('Enter');
    await expect
      .poll(async () => (await onPhoneOf(username)).slice(-2).map(({ file }) => file?.name), patient)
      .toEqual(['one.txt', 'two.txt']);
  });
});

async function newestOf(page: Page) {
  const said = (await send(page, { path: `${api}dialogs/${dialog}/messages/` })) as { results: { message_id: number; message: string }[] };
  return said.results.at(-1);
}
/** Also what is out of sight. */
async function readAll(page: Page): Promise<void> {
  const body = { max_id: (await newestOf(page))?.message_id };
  await send(page, { path: `${api}dialogs/${dialog}/mark_as_read/`, method: 'POST', body });
}
const row = (page: Page) => page.locator(`[data-dialog="${dialog}"]`);

describe('the menu and the keys of a dialog', () => {
  it('[TG-003] mark it as unread until it is opened again', async () => {
    const page = await open();
    // Unread messages would show their number in place of the mark.
    await readAll(page);
    await page.locator(`[data-dialog="${dialog}"]:not([data-unread])`).waitFor(patient);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as unread' }).click();
    await row(page).getByText('Marked as unread').waitFor(patient);
    expect(new URL(page.url()).searchParams.get('dialog')).toBeNull();
    await row(page).click();
    await row(page).getByText('Marked as unread').waitFor({ state: 'detached' });
    await field(page).press('Escape');
    await page.keyboard.press('u');
    await row(page).getByText('Marked as unread').waitFor(patient);
    await row(page).click();
    await row(page).getByText('Marked as unread').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('dialog')).toBe(String(dialog));
  });

  it('[TG-053] [TG-054] [TG-073] say in the list where that is refused', async () => {
    const page = await open();
    await refuseCalls(page, '**/mark_as_unread/', 'Try again later');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as unread' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The dialog was not marked as unread. Try again later' });
    await alert.waitFor(patient);
    await noSnackbar(page);
    await expectNoAxeFaults(page);
    await picture(page, 'telegram-not-marked');
    await alert.getByRole('button', { name: 'Close' }).click();
    await alert.waitFor({ state: 'detached' });
  });
});

describe('a search within a dialog', () => {
  it('[TG-002] counts what it finds, and leads from one to the next, far up as well', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Search in this dialog' }).click();
    const box = page.getByRole('textbox', { name: 'Search in this dialog' });
    await box.fill('line');
    await page.getByText('1 of 60').waitFor(patient);
    await page.locator('[data-marked]').filter({ hasText: 'Line 60' }).waitFor();
    await box.press('Enter');
    await page.getByText('2 of 60').waitFor();
    await page.locator('[data-marked]').filter({ hasText: 'Line 59' }).waitFor();
    await expectNoAxeFaults(page);
    await box.fill('salary');
    await page.getByText('1 of 1').waitFor(patient);
    await page.locator('[data-marked]').filter({ hasText: 'What salary do you expect?' }).waitFor(patient);
    await box.fill('nothing of that kind');
    await page.getByText('No matches').waitFor(patient);
    await box.press('Escape');
    await box.press('Escape');
    await box.waitFor({ state: 'detached' });
    await field(page).waitFor();
  });

  it('[TG-002] leads down as well, where the dialog opens far above its end', async () => {
    const admin = await visits.enter('admin');
    await readAll(admin);
    for (let number = 1; number <= 120; number += 1) await answerAs(username, { phone, text: `Later ${number}` });
    await expect.poll(async () => (await newestOf(admin))?.message, patient).toBe('Later 120');
    const page = await open();
    const conversation = page.getByRole('log', { name: 'Conversation' });
    await conversation.getByText('Later 1', { exact: true }).waitFor(patient);
    expect(await conversation.getByText('Later 120', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Search in this dialog' }).click();
    await page.getByRole('textbox', { name: 'Search in this dialog' }).fill('later');
    await page.getByText('1 of 120').waitFor(patient);
    await page.locator('[data-marked]').filter({ hasText: 'Later 120' }).waitFor(patient);
    await readAll(page);
  });
});

describe('the dialog with a stranger', () => {
  let strange = '';
  it('[TG-029] is linked to a profile that is found in place, and that is undone', async () => {
    const stranger = 'unknown_caller_x';
    await answerFirst(stranger, { phone, text: 'Hello, is the vacancy still open?' });
    const page = await visits.open(messages, { who: 'admin' });
    await page
      .getByRole('button', { name: /Unknown Caller/ })
      .first()
      .click();
    await expect.poll(() => (strange = new URL(page.url()).searchParams.get('dialog') ?? '')).not.toBe('');
    await page.getByRole('button', { name: 'Link to a profile' }).click();
    const form = page.getByRole('form', { name: 'Link to a profile' });
    const { profiles } = (await send(page, { path: `/api/v6/profiles/?q=${encodeURIComponent('["skill:Java"]')}&per_page=12&page=4` })) as {
      profiles: { id: number; name: string }[];
    };
    const person = profiles[0] ?? { id: 0, name: '' };
    await form.getByLabel('Candidate').first().fill(person.name);
    await picture(page, 'telegram-link');
    await page.getByRole('option', { name: person.name }).first().click();
    await expectNoAxeFaults(page);
    await form.getByRole('button', { name: 'Link to a profile' }).click();
    await page.getByText(`Linked to ${person.name}`).waitFor(patient);
    // A refusal is shown in the pane with the linked profile.
    const profileCalls = '**/dialogs/*/profile/';
    await refuseCalls(page, profileCalls, 'Try again later');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('complementary').getByRole('alert').filter({ hasText: 'Try again later' }).waitFor(patient);
    expect(await page.getByRole('region', { name: 'Notifications' }).getByText('Try again later').count()).toBe(0);
    await picture(page, 'telegram-not-unlinked');
    // In another dialog, the list shows the refusal until the first dialog is opened again.
    const notice = page.getByRole('alert').filter({ hasText: `${person.name} is still linked. Try again later` });
    expect(await notice.count()).toBe(0);
    const rows = page.getByRole('list', { name: 'Dialogs' }).getByRole('listitem');
    await rows.last().getByRole('button').first().click();
    await notice.waitFor(patient);
    await picture(page, 'telegram-not-unlinked-list');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).searchParams.get('dialog')).toBe(strange);
    await page.getByRole('button', { name: 'Unlink from the profile' }).waitFor(patient);
    expect(await page.getByRole('alert').filter({ hasText: 'Try again later' }).count()).toBe(0);
    await page.unroute(profileCalls);
    await page.getByRole('button', { name: 'Unlink from the profile' }).click();
    await form.waitFor(patient);
  });

  it.each(looks)('[TG-029] is linked in a readable form: $scheme, $language, phone $phone', async (look) => {
    const page = await visits.open(`${messages}?dialog=${strange}`, { who: 'admin', ...look });
    await page.getByRole('button', { name: /^(?:Link to a profile|Связать с профилем)$/ }).click();
    const form = page.getByRole('form', { name: /^(?:Link to a profile|Связать с профилем)$/ });
    await form.waitFor();
    await drawn(page);
    expect(await overflowOf(page)).toBe(0);
    await expectNoAxeFaults(page);
    await picture(page, `telegram-link-${lookName(look)}`);
  });
});

describe('the dialog screen', () => {
  it.each(looks)('[TG-001] is readable: $scheme, $language, phone $phone', async (look) => {
    await answerAs(username, { phone, text: 'About 320', reply_to: await numberOf('Yes, from anywhere') });
    await editAs(username, await numberOf('About 320'), 'About 340, from June');
    await reactAs(username, await numberOf('Yes, from anywhere'), '👍');
    await reactAs(username, await numberOf('About 340, from June'), '🤝');
    await answerAs(username, { phone, text: 'Do not call me at work' });
    await deleteAs(username, await numberOf('Do not call me at work'));
    const page = await visits.open(`${messages}?dialog=${dialog}`, { who: 'admin', ...look });
    const last = bubble(page, 'About 340, from June');
    await last.waitFor(patient);
    await last.hover();
    await last.getByRole('button', { name: /^(?:Reply|Ответить)$/ }).click();
    await drawn(page);
    expect(await overflowOf(page)).toBe(0);
    await expectNoAxeFaults(page);
    await picture(page, `telegram-conversation-${lookName(look)}`);
    await page.getByRole('button', { name: /^(?:Search in this dialog|Поиск в диалоге)$/ }).click();
    await page.getByRole('textbox', { name: /^(?:Search in this dialog|Поиск в диалоге)$/ }).fill('line');
    await page.getByText(/^1 (?:of|из) 60$/).waitFor(patient);
    expect(await overflowOf(page)).toBe(0);
    await picture(page, `telegram-search-${lookName(look)}`);
    await page.getByRole('button', { name: /^(?:Close search|Закрыть поиск)$/ }).click();
    await last.getByRole('button', { name: /^(?:edited|изменено)$/ }).click();
    await page.getByText('About 320').last().waitFor();
    await picture(page, `telegram-earlier-${lookName(look)}`);
  });
});
