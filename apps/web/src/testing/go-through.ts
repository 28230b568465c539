import { screen, waitFor } from '@testing-library/react';
import type { AnySchema } from '@orpc/contract';
import { expect } from 'vitest';
import { type Handler, type Procedure, proxyPage, type StubServer } from './stub-server.ts';

/** REQ-045, REQ-033: a button says what the status means; a form says no more than that there was an error. */
export const unreadable = { button: 'Service unavailable', form: 'Sorry, an error has occurred' };

const busySigns = { form: 'form[aria-busy="true"]', button: 'button[data-loading="true"]' };

interface Action<I extends AnySchema, O extends AnySchema> {
  /** The call behind it, and its answer. */
  call: Procedure<I, O>;
  answer: Handler<I, O>;
  act: () => Promise<void>;
  done: string | RegExp;
  /** Whether a form or a button alone shows the states. */
  of: 'form' | 'button';
  /** Default: the words for an unreadable answer. */
  failed?: string;
  /** The part of the page that shows that the action runs. */
  within?: () => Element;
}

/** Fails first and says so; then shows that it runs until the answer is there, and says that it is done. */
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
