import type { mtp } from '@mtcute/core';
import type { AuthKey } from './keys.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { type TlValue, writeValue } from './tl.ts';
import { zipped } from './zip.ts';

export class RpcError extends Error {
  readonly code: number;
  readonly text: string;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
    this.text = text;
  }
}

export type Fate = 'sent' | 'cut' | 'lost';

export type Call = { session: Session; key: AuthKey; messageId: bigint; request: unknown };
export type Answer = { value: TlValue; fate: Fate };

export type RequestOptions = {
  sessions: Sessions;
  call(call: Call): Promise<Answer>;
  report(error: unknown): void;
};

const MOST_RECEIVED = 4000;
/** Per session; clients wait for responses before they send more. */
const MOST_RUNNING = 500;

/** Records a message id, so that it is processed once. Drops the oldest beyond the limit. */
export function remember(session: Session, id: bigint): void {
  session.received.set(id, { isRunning: true, isDropped: false, answer: null, settled: null });
  if (session.received.size <= MOST_RECEIVED) return;
  const [oldest] = session.received.keys();
  if (oldest === undefined) return;
  session.received.delete(oldest);
  if (oldest >= session.oldest) session.oldest = oldest + 4n;
}

export function createRequests({ sessions, call, report }: RequestOptions) {
  const running = new WeakMap<Session, number>();

  async function answerTo(session: Session, messageId: bigint, request: unknown): Promise<Answer> {
    const count = running.get(session) ?? 0;
    if (count >= MOST_RUNNING) return { value: rpcErrorOf(new RpcError(420, 'FLOOD_WAIT_1')), fate: 'sent' };
    running.set(session, count + 1);
    const called = call({ session, key: session.key, messageId, request });
    const received = session.received.get(messageId);
    if (received) received.settled = whetherDone(called);
    try {
      return await called;
    } catch (error) {
      const known = error instanceof RpcError ? error : new RpcError(500, 'INTERNAL');
      if (known !== error) report(error);
      return { value: rpcErrorOf(known), fate: 'sent' };
    } finally {
      running.set(session, (running.get(session) ?? 1) - 1);
    }
  }

  function bodyOf(value: TlValue): Buffer {
    try {
      return zipped(writeValue(value));
    } catch (error) {
      report(error);
      return writeValue(rpcErrorOf(new RpcError(500, 'INTERNAL')));
    }
  }

  return async (session: Session, messageId: bigint, request: unknown): Promise<void> => {
    remember(session, messageId);
    const { value, fate } = await answerTo(session, messageId, request);
    const received = session.received.get(messageId);
    if (fate === 'lost') {
      sessions.end(session.key, session.id);
      session.cut();
      return;
    }
    if (fate === 'cut') session.cut();
    if (received?.isDropped) received.isRunning = false;
    else session.answer(messageId, bodyOf(value));
  };
}

async function whetherDone(called: Promise<Answer>): Promise<boolean> {
  try {
    await called;
    return true;
  } catch {
    return false;
  }
}

export const rpcErrorOf = ({ code, text }: RpcError): mtp.RawMt_rpc_error => ({
  _: 'mt_rpc_error',
  errorCode: code,
  errorMessage: text,
});
