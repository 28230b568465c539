import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { Messenger, simCard } from '#testing/messenger.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const { telegramAccounts: accounts } = contract;
const number = '+12025550101';
const snackbars = () => screen.getByRole('region', { name: 'Notifications' }).querySelectorAll('[role="status"], [role="alert"]').length;
const refused = (error: string, message: string, more: object = {}) => json(400, { error, code: error, message, detail: message, ...more });

async function openCards(role: 'admin' | 'worker' = 'admin') {
  const messenger = new Messenger();
  messenger.mayManage = role === 'admin';
  const opened = await openApp('/telegram-messenger/manager', { as: userOf(role), answers: messenger.answer });
  await screen.findByText(simCard.phone_number);
  return { ...opened, messenger };
}

/** Finds the dialog through its field: a loading dialog is another element. */
const dialogOf = (field: HTMLElement) => within(field.closest<HTMLElement>('[role="dialog"]') ?? document.body);

const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

async function openForm() {
  const opened = await openCards();
  opened.server.on(accounts.requestCode, ({ phone_number: phone }) =>
    answerOf(accounts.requestCode, {
      phone_number: phone,
      attempts_left: 5,
      delivery: 'sms',
      resend_after: 60,
      expires_at: inTenMinutes(),
    }),
  );
  await opened.hands.click(screen.getByRole('button', { name: 'Add SIM card' }));
  const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Phone number/ });
  const form = dialogOf(phone);
  const send = async (typed: string) => {
    fireEvent.change(phone, { target: { value: typed } });
    await opened.hands.click(form.getByRole('button', { name: 'Send code' }));
  };
  return { ...opened, form, phone, send };
}

describe('a new SIM card', () => {
  it('[TG-022] [TG-062] [TG-064] [TG-073] shows phones that the form or Telegram refuses at the field and keeps the number', async () => {
    const { server, form, phone, send } = await openForm();
    for (const typed of ['+7', '12', 'не телефон', '+7 999 555 01 65 ext. 5', '+1234567890123456']) {
      await send(typed);
      await form.findByText('Phone number in wrong format or not recognised');
      expect([phone.getAttribute('aria-invalid'), phone.value]).toEqual(['true', typed]);
    }
    expect(server.inputsOf(accounts.requestCode)).toEqual([]);
    const banned = 'Phone permanently banned by the messenger';
    server.on(accounts.requestCode, () => refused('phone_banned', banned));
    for (const typed of ['8 (999) 555-01-65', '007 999 555 01 65', ' +7\u2011999\u2011555.01.65 ', '＋７９９９５５５０１６５']) {
      await send(typed);
      await form.findByText(banned);
      expect(phone.getAttribute('aria-invalid')).toBe('true');
    }
    expect([server.inputsOf(accounts.requestCode).length, snackbars()]).toEqual([4, 0]);
  });

  it("[TG-060] [DEC-06] counts down Telegram's flood wait", async () => {
    const { server, form, send } = await openForm();
    const words = 'request limit exceeded: try again in 300 seconds';
    server.on(accounts.requestCode, () =>
      json(429, { error: 'flood_wait', code: 'flood_wait', message: words, detail: words, seconds: 300 }),
    );
    await send(number);
    const shown = await form.findAllByText(/^request limit exceeded: try again in \d+ seconds$/);
    const seconds = () => Number(/\d+/.exec(shown[0]?.textContent ?? '')?.[0]);
    const first = seconds();
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Send code' }).disabled).toBe(true);
    await waitFor(() => expect(seconds()).toBeLessThan(first));
  });

  it('[DEC-06] [TG-021] asks for the code, counts attempts, and asks for the password of two-step verification', async () => {
    const { server, hands, form, send } = await openForm();
    await send(number);
    const code = await form.findByRole('textbox', { name: /^Code/ });
    form.getByText(/5 attempts left/);
    server.on(accounts.add, () => refused('phone_code_invalid', 'Wrong authentication code', { attempts_left: 4 }));
    await hands.type(code, '00000{Enter}');
    await form.findByText('Wrong authentication code');
    await form.findByText(/4 attempts left/);
    server.on(accounts.add, ({ password }) => {
      if (password === undefined) return refused('password_needed', 'Password needed', { hint: 'sand' });
      return password === 'sandbox' ? { ...simCard, id: 4, phone_number: number } : refused('password_invalid', 'Wrong password');
    });
    await hands.type(code, '1');
    await hands.click(form.getByRole('button', { name: 'Confirm' }));
    const password = await form.findByLabelText(/^Password/);
    await hands.type(password, 'nonsense');
    await hands.click(form.getByRole('button', { name: 'Sign in' }));
    await form.findByText('Wrong password');
    await hands.clear(password);
    await hands.type(password, 'sandbox');
    await hands.click(form.getByRole('button', { name: 'Sign in' }));
    await screen.findByText(`${number} added`);
    expect(server.inputsOf(accounts.add).at(-1)).toMatchObject({ phone_number: number, code: '000001', password: 'sandbox' });
  });
});

describe('a SIM card', () => {
  it('[TG-018] [TG-020] [TG-036] gets another name and limit; an invalid limit is marked at its field', async () => {
    const { server, hands, messenger } = await openCards();
    const choose = async (item: string) => {
      await hands.click(screen.getByRole('button', { name: `Actions for ${simCard.phone_number}` }));
      await hands.click(await screen.findByRole('menuitem', { name: item }));
    };
    await choose('Set new message limit');
    server.on(accounts.change, () => json(400, { limit_total: ['Too many for this account'] }));
    const limit = await screen.findByRole('textbox', { name: /^New dialogs a day/ });
    const limits = dialogOf(limit);
    await hands.clear(limit);
    await hands.type(limit, '90');
    await hands.click(limits.getByRole('button', { name: 'Save' }));
    await limits.findByText('Too many for this account');
    expect(limit.getAttribute('aria-invalid')).toBe('true');
    let card = simCard;
    server.on(accounts.change, ({ id: _id, ...changes }) => {
      const { limit_total: total = card.limit_total } = changes;
      card = { ...card, limit_total: total, limit_today: total, dialogs_available: total, note: changes.note ?? card.note };
      messenger.cards[0] = card;
      return card;
    });
    await hands.clear(limit);
    await hands.type(limit, '80');
    await hands.click(limits.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Edit');
    const note = await screen.findByRole('textbox', { name: /^Name in your company/ });
    const names = dialogOf(note);
    await hands.type(note, 'Engineering');
    await hands.click(names.getByRole('switch', { name: /^Warm up/ }));
    await hands.click(names.getByRole('button', { name: 'Save' }));
    await screen.findByText('Engineering');
    await waitFor(() => expect(document.body.textContent).toContain('80 / 80'));
    expect(server.inputsOf(accounts.change).at(-1)).toMatchObject({ note: 'Engineering', warms_up: !simCard.warms_up });
  });

  it('[TG-019] is deleted after confirmation', async () => {
    const { server, hands, messenger } = await openCards();
    server.on(accounts.remove, () => {
      messenger.cards.splice(0);
      return {};
    });
    await hands.click(screen.getByRole('button', { name: `Actions for ${simCard.phone_number}` }));
    await hands.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await hands.click(await waitFor(() => within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' })));
    await screen.findByText('No SIM cards yet');
  });

  it('[TG-023] is read-only for users who may not manage it', async () => {
    const { hands } = await openCards('worker');
    expect(screen.queryByRole('button', { name: 'Add SIM card' })).toBeNull();
    await hands.click(screen.getByRole('button', { name: `Actions for ${simCard.phone_number}` }));
    await screen.findByRole('menuitem', { name: 'View all chats' });
    expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  });
});
