import { contract } from '@headwater/contract/contract';
import type { CurrentUser } from '@headwater/contract/accounts';
import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, vi } from 'vitest';
import { json, StubServer } from './stub-server.ts';

let server = new StubServer();
vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => server.fetch(...call));

interface Opened {
  server: StubServer;
  hands: UserEvent;
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

let leave = () => {};

/** Imports the app again: its router, cache and texts are variables of modules, as a page has them once. */
async function importApp() {
  vi.resetModules();
  const [{ App }, { router, startRouter }, { startI18n }] = await Promise.all([
    import('#app/App.tsx'),
    import('#app/router.ts'),
    import('#lib/i18n.ts'),
  ]);
  leave = () => router.history.destroy();
  await Promise.all([startI18n(), startRouter()]);
  return App;
}

/** Opens the whole app at an address, with the server stubbed at `fetch`. */
export async function openApp(path: string, { as: user, answers }: Visit = {}): Promise<Opened> {
  server = new StubServer();
  answerUser(user);
  answers?.(server);
  history.replaceState(null, '', path);
  const App = await importApp();
  render(<App />);
  return { server, hands: userEvent.setup({ delay: null }) };
}

afterEach(() => {
  cleanup();
  leave();
  localStorage.clear();
  sessionStorage.clear();
  if (server.faults.length > 0) throw new Error(server.faults.join('\n'));
});
