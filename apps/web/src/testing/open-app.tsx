import { contract } from '@headwater/contract/contract';
import type { CurrentUser } from '@headwater/contract/accounts';
import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from '#app/App.tsx';
import { type AppRouter, startRouter } from '#app/router.ts';
import { startI18n } from '#lib/i18n.ts';
import { json, StubServer } from './stub-server.ts';

let server = new StubServer();
vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => server.fetch(...call));

interface Opened {
  server: StubServer;
  hands: UserEvent;
  router: AppRouter;
}

interface Visit {
  /** A visitor, if left out. */
  as?: CurrentUser;
  /** Sets the answers of the screen. */
  answers?: (server: StubServer) => void;
}

/** The user, who keeps the settings that are saved. */
function answerUser(user: CurrentUser | undefined): void {
  if (!user) return server.on(contract.accounts.me, () => json(401, { detail: 'Sign in' }));
  let current = user;
  server.on(contract.accounts.me, () => current);
  server.on(contract.accounts.saveSettings, (changes) => {
    current = { ...current, settings: { ...current.settings, ...changes } };
    return current;
  });
}

/** Sets the text of a field in one event. Typing renders the form after each key. */
export async function fill(hands: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await hands.click(field);
  await hands.paste(text);
}

let leave = () => {};

/**
 * Opens the whole app at an address, with the server stubbed at `fetch`. Each call has a cache and a router of its own; the modules
 * stay, because evaluating them again takes longer than a test.
 */
export async function openApp(path: string, { as: user, answers }: Visit = {}): Promise<Opened> {
  closeApp();
  server = new StubServer();
  answerUser(user);
  answers?.(server);
  history.replaceState(null, '', path);
  const starting = startRouter();
  await startI18n();
  const { queryClient, router } = await starting;
  leave = () => {
    queryClient.clear();
    router.history.destroy();
    leave = () => {};
  };
  render(<App queryClient={queryClient} router={router} />);
  return { server, hands: userEvent.setup({ delay: null }), router };
}

function closeApp(): void {
  cleanup();
  leave();
  const { faults } = server;
  server = new StubServer();
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Ends a test: the next one finds a browser without an app and without storage. */
export function leaveApp(): void {
  try {
    closeApp();
  } finally {
    localStorage.clear();
    sessionStorage.clear();
  }
}
