import type { mtp } from '@mtcute/core';
import { type AuthKey, type KeyRing } from './keys.ts';
import { bigOf, longOf } from './numbers.ts';
import { type Link, newUniqueId, type Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { readObject, type TlValue, writeValue } from './tl.ts';
import { TlError } from './tl-error.ts';
import { BadMessage, type Message, unpack } from './unpack.ts';
import { zipped } from './zip.ts';

/** An error as a method answers it. */
export class RpcError extends Error {
  readonly code: number;
  readonly text: string;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
    this.text = text;
  }
}

/** What happens to an answer that is ready. */
export type Fate =
  | 'sent'
  /** The line falls first; the session keeps the answer, and a client that comes back gets it. */
  | 'cut'
  /** The line falls, and the server knows of nothing any more but what was done. */
  | 'lost';

export type Call = { session: Session; key: AuthKey; messageId: bigint; request: unknown };
export type Answer = { value: TlValue; fate: Fate };

export type ServiceOptions = {
  keys: KeyRing;
  sessions: Sessions;
  now(): Date;
  /** Rejects with an RpcError as answer. */
  call(call: Call): Promise<Answer>;
  /** Hears of what should not happen. */
  report(error: unknown): void;
};

export type Packet = { key: AuthKey; sessionId: bigint; salt: bigint; id: bigint; seqNo: number; body: Buffer };

export type Service = { receive(link: Link & { delayEnd(seconds: number): void }, packet: Packet): void };

const TOO_LOW = 16;
const TOO_HIGH = 17;
const WRONG_BITS = 18;
const TOO_OLD = 20;
const MUST_BE_ODD = 35;
const BAD_SALT = 48;
const FUTURE_SALTS = 0xae500895;
const MOST_RECEIVED = 4000;

/** The protocol's own messages: https://core.telegram.org/mtproto/service_messages. Requests of the API go on to `call`. */
export function createService({ keys, sessions, now, call, report }: ServiceOptions): Service {
  type ServiceLink = Parameters<Service['receive']>[0];

  function receive(link: ServiceLink, packet: Packet): void {
    const session = sessions.obtain(packet.key, packet.sessionId);
    session.usedAt = now().getTime();
    session.attach(link);
    const { id, seqNo } = packet;
    if (!keys.isSalt(packet.key, packet.salt)) return refuse(session, { id, seqNo }, BAD_SALT);
    let messages: Message[];
    try {
      checkId(session, id);
      messages = unpack(packet);
      for (const message of messages) if (message.id % 4n !== 0n) throw new BadMessage(WRONG_BITS);
    } catch (error) {
      if (error instanceof BadMessage) return refuse(session, { id, seqNo }, error.code);
      throw error;
    }
    announce(session, [id, ...messages.map((message) => message.id)]);
    const toAcknowledge = messages.filter((message) => take(link, session, message));
    const msgIds = toAcknowledge.map((message) => longOf(message.id));
    if (msgIds.length > 0) session.note({ _: 'mt_msgs_ack', msgIds } satisfies mtp.RawMt_msgs_ack as TlValue);
  }

  function checkId(session: Session, id: bigint): void {
    const [sent, seconds] = [Number(id >> 32n), now().getTime() / 1000];
    if (id % 4n !== 0n) throw new BadMessage(WRONG_BITS);
    if (sent < seconds - 300) throw new BadMessage(TOO_LOW);
    if (sent > seconds + 30) throw new BadMessage(TOO_HIGH);
    if (id < session.oldest) throw new BadMessage(TOO_OLD);
  }

  function refuse(session: Session, { id, seqNo }: { id: bigint; seqNo: number }, errorCode: number): void {
    const bad = { badMsgId: longOf(id), badMsgSeqno: seqNo, errorCode };
    if (errorCode !== BAD_SALT) return session.note({ _: 'mt_bad_msg_notification', ...bad } as mtp.RawMt_bad_msg_notification);
    const newServerSalt = longOf(keys.salts(session.key, 1)[0]?.salt ?? 0n);
    session.note({ _: 'mt_bad_server_salt', ...bad, newServerSalt } as mtp.RawMt_bad_server_salt);
  }

  function announce(session: Session, ids: bigint[]): void {
    if (session.isAnnounced) return;
    session.isAnnounced = true;
    const firstMsgId = longOf(ids.reduce((least, id) => (id < least ? id : least)));
    const serverSalt = longOf(keys.salts(session.key, 1)[0]?.salt ?? 0n);
    session.tell({ _: 'mt_new_session_created', firstMsgId, uniqueId: longOf(newUniqueId()), serverSalt } as mtp.RawMt_new_session_created);
  }

  /** Whether the message is to be acknowledged. */
  function take(link: ServiceLink, session: Session, message: Message): boolean {
    const known = session.received.get(message.id);
    if (known) {
      // The same again is answered the same again, and never done twice.
      if (known.answer !== null) session.resend(known.answer);
      return true;
    }
    if (message.id < session.oldest) return false;
    let value: unknown;
    try {
      value = readObject(message.body, message.budget);
    } catch (error) {
      if (!(error instanceof TlError)) throw error;
      remember(session, message.id);
      session.answer(message.id, writeValue(rpcError(new RpcError(400, 'INPUT_FETCH_ERROR'))));
      return true;
    }
    const name = (value as { _?: string } | null)?._ ?? '';
    if (name.startsWith('mt_')) return serve(link, { session, message, value: value as mtp.TlObject });
    if (message.seqNo % 2 === 0) {
      refuse(session, message, MUST_BE_ODD);
      return false;
    }
    void request(session, message.id, value);
    return true;
  }

  function remember(session: Session, id: bigint): void {
    session.received.set(id, { isRunning: true, answer: null, settled: null });
    if (session.received.size <= MOST_RECEIVED) return;
    const [oldest] = session.received.keys();
    if (oldest === undefined) return;
    session.received.delete(oldest);
    if (oldest >= session.oldest) session.oldest = oldest + 4n;
  }

  async function request(session: Session, messageId: bigint, value: unknown): Promise<void> {
    remember(session, messageId);
    const received = session.received.get(messageId);
    const called = call({ session, key: session.key, messageId, request: value });
    if (received) {
      received.settled = called.then(
        () => true,
        () => false,
      );
    }
    let answer: Answer;
    try {
      answer = await called;
    } catch (error) {
      const known = error instanceof RpcError ? error : new RpcError(500, 'INTERNAL');
      if (known !== error) report(error);
      answer = { value: rpcError(known), fate: 'sent' };
    }
    if (!session.received.has(messageId)) return;
    const body = writeValue(answer.value);
    if (answer.fate === 'lost') {
      sessions.end(session.key, session.id);
      session.link()?.cut();
      return;
    }
    if (answer.fate === 'cut') cut(session);
    session.answer(messageId, zipped(body));
  }

  function cut(session: Session): void {
    const link = session.link();
    if (!link) return;
    session.detach(link);
    link.cut();
  }

  type Served = { session: Session; message: Message; value: mtp.TlObject };

  function serve(link: ServiceLink, { session, message, value }: Served): boolean {
    const msgId = longOf(message.id);
    switch (value._) {
      case 'mt_ping_delay_disconnect':
      case 'mt_ping':
        if (value._ === 'mt_ping_delay_disconnect') link.delayEnd(value.disconnectDelay);
        session.note({ _: 'mt_pong', msgId, pingId: value.pingId } as mtp.RawMt_pong);
        return false;
      case 'mt_msgs_ack':
        session.acknowledged(value.msgIds.map(bigOf));
        return false;
      case 'mt_msgs_state_req':
        session.note({ _: 'mt_msgs_state_info', reqMsgId: msgId, info: Buffer.from(value.msgIds.map((id) => stateOf(session, bigOf(id)))) } as mtp.RawMt_msgs_state_info);
        return false;
      case 'mt_msg_resend_req':
        session.note({ _: 'mt_msgs_state_info', reqMsgId: msgId, info: Buffer.from(value.msgIds.map((id) => (session.resend(bigOf(id)) ? 4 : 1))) } as mtp.RawMt_msgs_state_info);
        return false;
      case 'mt_get_future_salts':
        session.note(futureSalts(session, message.id, value.num));
        return false;
      case 'mt_destroy_session':
        session.note(destroySession(session, value));
        return false;
      case 'mt_destroy_auth_key':
        session.note({ _: 'mt_destroy_auth_key_ok' } as mtp.RawMt_destroy_auth_key_ok);
        queueMicrotask(() => keys.destroy(session.key));
        return false;
      case 'mt_rpc_drop_answer':
        remember(session, message.id);
        session.answer(message.id, writeValue(dropAnswer(session, bigOf(value.reqMsgId))));
        return true;
      default:
        return false;
    }
  }

  /** Of a message of the client: 1 to 3 unknown, 4 received; of one that the client was sent: received. */
  function stateOf(session: Session, id: bigint): number {
    const received = session.received.get(id);
    if (!received) return id < session.oldest ? 1 : 2;
    if (received.isRunning) return 4 + 32;
    // The answer is on its way again, so nothing needs to be asked for a second time.
    if (received.answer !== null && session.resend(received.answer)) return 4;
    return 4 + 64;
  }

  /** Written by hand: the package's writer cannot write lists of bare objects. */
  function futureSalts(session: Session, id: bigint, count: number): Buffer {
    const salts = keys.salts(session.key, Math.min(Math.max(count, 1), 64));
    const written = Buffer.alloc(20 + salts.length * 16);
    written.writeUInt32LE(FUTURE_SALTS);
    written.writeBigUInt64LE(id, 4);
    written.writeUInt32LE(Math.floor(now().getTime() / 1000), 12);
    written.writeUInt32LE(salts.length, 16);
    salts.forEach(({ salt, since, until }, index) => {
      const at = 20 + index * 16;
      written.writeUInt32LE(since, at);
      written.writeUInt32LE(until, at + 4);
      written.writeBigUInt64LE(salt, at + 8);
    });
    return written;
  }

  function destroySession(session: Session, { sessionId }: mtp.RawMt_destroy_session): mtp.TypeDestroySessionRes {
    const other = bigOf(sessionId);
    const isGone = other !== session.id && sessions.end(session.key, other);
    return { _: isGone ? 'mt_destroy_session_ok' : 'mt_destroy_session_none', sessionId };
  }

  function dropAnswer(session: Session, id: bigint): mtp.TypeRpcDropAnswer {
    const received = session.received.get(id);
    if (!received) return { _: 'mt_rpc_answer_unknown' };
    if (received.isRunning) {
      // It is done all the same; only the answer is not sent.
      session.received.delete(id);
      return { _: 'mt_rpc_answer_dropped_running' };
    }
    if (received.answer === null || !session.isKept(received.answer)) return { _: 'mt_rpc_answer_unknown' };
    session.forget(received.answer);
    return { _: 'mt_rpc_answer_dropped', msgId: longOf(received.answer), seqNo: 0, bytes: 0 };
  }

  return { receive };
}

function rpcError({ code, text }: RpcError): mtp.RawMt_rpc_error & { _: string } {
  return { _: 'mt_rpc_error', errorCode: code, errorMessage: text };
}
