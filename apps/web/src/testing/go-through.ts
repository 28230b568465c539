import { screen, waitFor } from '@testing-library/react';
import type { AnySchema } from '@orpc/contract';
import { expect } from 'vitest';
import { type Handler, type Procedure, proxyPage, type StubServer } from './stub-server.ts';

/** REQ-045, REQ-033: a button shows the text of the status; a form shows a general error. */
export const unreadable = { button: 'Service unavailable', form: 'Sorry, an error has occurred' };

const busySigns = { form: 'form[aria-busy="true"]', button: 'button[data-loading="true"]' };

interface Action<I extends AnySchema, O extends AnySchema> {
  /** Call of the action, and its response. */
  call: Procedure<I, O>;
  answer: Handler<I, O>;
  act: () => Promise<void>;
  done: string | RegExp;
  /** Whether a form or a button shows the states. */
  of: 'form' | 'button';
  /** Default: the text for an unreadable response. */
  failed?: string;
  /** Element that shows the running action. */
  within?: () => Element;
}

/**
 * Runs the action with a failed response, then with a pending and a successful one, and checks what
 * the page shows.
 */
export async function goThrough<I extends AnySchema, O extends AnySchema>(
  server: StubServer,
  { call, answer, act, done, of, failed = unreadable[of], within = () => document.body }: Action<I, O>,
): Promise<void> {
  server.on(call, () => proxyPage(503));
  await act();
  await screen.findByText(failed);
  const others = Object.values(unreadable).filter((words) => words !== failed);
  for (const words of others) expect(screen.queryByText(words)).toBeNull();
  server.on(call, answer);
  const release = server.hold(call);
  await act();
  await waitFor(() => expect(within().querySelector(busySigns[of])).not.toBeNull());
  release();
  await screen.findAllByText(done);
  await waitFor(() => expect(within().querySelector(busySigns[of])).toBeNull());
}
