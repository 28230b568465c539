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
  as?: CurrentUser;
  answers?: (server: StubServer) => void;
}

/** Answers with the user and keeps saved settings. */
function answerUser(user: CurrentUser | undefined): void {
  if (!user) return server.on(contract.accounts.me, () => json(401, { detail: 'Sign in' }));
  let current = user;
  server.on(contract.accounts.me, () => current);
  server.on(contract.accounts.saveSettings, (changes) => {
    current = { ...current, settings: { ...current.settings, ...changes } };
    return current;
  });
}

/** Sets the text of a field in one event; typing renders the form after each key. */
export async function fill(hands: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await hands.click(field);
  await hands.paste(text);
}

let leave = () => {};

/**
 * Opens the whole app at an address with a stubbed server. Each call has a new cache and router;
 * modules stay, because loading them takes longer than a test.
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

/** Ends a test: unmounts the app and clears the storage. */
export function leaveApp(): void {
  try {
    closeApp();
  } finally {
    localStorage.clear();
    sessionStorage.clear();
  }
}
