import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const recruiter = userOf('worker');
const password = () => screen.findByLabelText<HTMLInputElement>('Password');

describe('the sign-in', () => {
  it.each([
    ['/', '/'],
    ['/folders/', '/folders/'],
    ['/nowhere/at/all', '/menu/'],
  ])('[ACC-001] [SHELL-008] leads a visitor by keyboard to the requested address: %s', async (asked, shown) => {
    const { server, hands } = await openApp(`/login?next=${encodeURIComponent(asked)}`);
    server.on(contract.accounts.signIn, ({ next = '/' }) => {
      server.on(contract.accounts.me, () => recruiter);
      return answerOf(contract.accounts.signIn, { user: recruiter, next, confirmation: null });
    });
    const email = await screen.findByLabelText('Email');
    await waitFor(() => expect(document.activeElement).toBe(email));
    await hands.keyboard('ada@acme.test{Enter}');
    const field = await password();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await hands.keyboard('Correct-Horse-8{Enter}');
    await waitFor(() => expect(location.pathname).toBe(shown));
    await screen.findByRole('navigation', { name: 'Menu' });
    expect(server.inputsOf(contract.accounts.signIn)).toMatchObject([{ email: 'ada@acme.test', password: 'Correct-Horse-8', next: asked }]);
  });

  it('[ACC-001] uses a password filled in with the address, shows it on demand and clears it with another address', async () => {
    const { hands } = await openApp('/login');
    await hands.type(await screen.findByLabelText('Email'), 'ada@acme.test');
    // A password manager sets both fields, including hidden ones.
    fireEvent.input(document.querySelector('input[name=password]') as Element, { target: { value: 'Correct-Horse-8' } });
    await hands.keyboard('{Enter}');
    const field = await password();
    await waitFor(() => expect(field.value).toBe('Correct-Horse-8'));
    expect(field.type).toBe('password');
    const toggle = screen.getByRole('button', { name: 'Show or hide the password' });
    for (const type of ['text', 'password']) {
      field.setSelectionRange(14, 14);
      fireEvent.click(toggle);
      await waitFor(() => expect([field.type, field.selectionStart, field.selectionEnd]).toEqual([type, 14, 14]));
    }
    field.focus();
    await hands.tab();
    expect(document.activeElement?.getAttribute('type')).toBe('submit');
    await hands.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByLabelText('Email');
    await hands.keyboard('{Enter}');
    expect((await password()).value).toBe('');
  });
});

describe('a sign-in link', () => {
  it('[ACC-018] asks for the app code if the server requires it, and opens the session', async () => {
    const confirmation = { token: 'step', app: true, email: true };
    const { server, hands } = await openApp('/login?token=link', {
      answers: (stub) =>
        stub.on(contract.accounts.confirmSignIn, ({ code }) => {
          if (code === undefined) return answerOf(contract.accounts.confirmSignIn, { user: null, next: '/', confirmation });
          stub.on(contract.accounts.me, () => recruiter);
          return answerOf(contract.accounts.confirmSignIn, { user: recruiter, next: '/', confirmation: null });
        }),
    });
    await hands.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await screen.findByRole('navigation', { name: 'Menu' });
    expect(server.inputsOf(contract.accounts.confirmSignIn).at(-1)).toMatchObject({ token: 'step', code: '123456' });
  });
});
