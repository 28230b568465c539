import { randomBytes } from 'node:crypto';
import type { mtp } from '@mtcute/core';
import type { AuthKey, KeyRing } from './keys.ts';
import { bigOf, longOf } from './numbers.ts';
import type { Link } from './outbox.ts';
import { createRequests, remember, type RequestOptions, RpcError, rpcErrorOf } from './requests.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { readObject, writeValue } from './tl.ts';
import { TlError } from './tl-error.ts';
import { BadMessage, type Message, unpack } from './unpack.ts';

export type ServiceOptions = RequestOptions & { keys: KeyRing; now(): Date };

export type Packet = { key: AuthKey; sessionId: bigint; salt: bigint; id: bigint; seqNo: number; body: Buffer };

export type ServiceLink = Link & { delayEnd(seconds: number): void };
export type Service = { receive(link: ServiceLink, packet: Packet): void };

const TOO_LOW = 16;
const TOO_HIGH = 17;
const WRONG_BITS = 18;
const TOO_OLD = 20;
const MUST_BE_ODD = 35;
const BAD_SALT = 48;

/** https://core.telegram.org/mtproto/service_messages_about_messages */
export function createService(options: ServiceOptions): Service {
  const { keys, sessions, now } = options;
  const request = createRequests(options);
  const serve = createAnswers(keys, sessions, now);
  const saltOf = (key: AuthKey) => longOf(keys.salts(key, 1)[0]?.salt ?? 0n);

  function receive(link: ServiceLink, packet: Packet): void {
    const session = sessions.obtain(packet.key, packet.sessionId);
    session.usedAt = now().getTime();
    session.attach(link);
    if (!keys.isSalt(packet.key, packet.salt)) return refuse(session, packet, BAD_SALT);
    let messages: Message[];
    try {
      checkId(session, packet.id);
      messages = unpack(packet);
      for (const message of messages) if (message.id % 4n !== 0n) throw new BadMessage(WRONG_BITS);
    } catch (error) {
      if (error instanceof BadMessage) return refuse(session, packet, error.code);
      throw error;
    }
    announce(session, [packet.id, ...messages.map((message) => message.id)]);
    const taken = messages.filter((message) => take(link, session, message));
    const acknowledged: mtp.RawMt_msgs_ack = { _: 'mt_msgs_ack', msgIds: taken.map((message) => longOf(message.id)) };
    if (taken.length > 0) session.sendUnacknowledged(acknowledged);
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
    const notice: mtp.RawMt_bad_msg_notification | mtp.RawMt_bad_server_salt =
      errorCode === BAD_SALT
        ? { _: 'mt_bad_server_salt', ...bad, newServerSalt: saltOf(session.key) }
        : { _: 'mt_bad_msg_notification', ...bad };
    session.sendUnacknowledged(notice);
  }

  function announce(session: Session, ids: bigint[]): void {
    if (session.isAnnounced) return;
    session.isAnnounced = true;
    const created: mtp.RawMt_new_session_created = {
      _: 'mt_new_session_created',
      firstMsgId: longOf(ids.reduce((least, id) => (id < least ? id : least))),
      uniqueId: longOf(randomBytes(8).readBigUInt64LE()),
      serverSalt: saltOf(session.key),
    };
    session.sendReliably(created);
  }

  function take(link: ServiceLink, session: Session, message: Message): boolean {
    const known = session.received.get(message.id);
    if (known && known.answer !== null) session.resend(known.answer);
    if (known) return true;
    if (message.id < session.oldest) return false;
    let value: unknown;
    try {
      value = readObject(message.body, message.budget);
    } catch (error) {
      if (!(error instanceof TlError)) throw error;
      remember(session, message.id);
      session.answer(message.id, writeValue(rpcErrorOf(new RpcError(400, 'INPUT_FETCH_ERROR'))));
      return true;
    }
    const name = (value as { _?: string } | null)?._ ?? '';
    if (name.startsWith('mt_')) return serve({ link, session, message, value: value as mtp.TlObject });
    if (message.seqNo % 2 === 0) {
      refuse(session, message, MUST_BE_ODD);
      return false;
    }
    void request(session, message.id, value);
    return true;
  }

  return { receive };
}

type Served = { link: ServiceLink; session: Session; message: Message; value: mtp.TlObject };

/** https://core.telegram.org/mtproto/service_messages */
function createAnswers(keys: KeyRing, sessions: Sessions, now: () => Date): (served: Served) => boolean {
  return ({ link, session, message, value }) => {
    switch (value._) {
      case 'mt_ping_delay_disconnect':
        link.delayEnd(value.disconnectDelay);
        session.sendUnacknowledged(pongOf(message, value));
        return false;
      case 'mt_ping':
        session.sendUnacknowledged(pongOf(message, value));
        return false;
      case 'mt_msgs_ack':
        session.acknowledged(value.msgIds.map(bigOf));
        return false;
      case 'mt_msgs_state_req':
        session.sendUnacknowledged(statesOf(message, value, (id) => stateOf(session, id)));
        return false;
      case 'mt_msg_resend_req':
        session.sendUnacknowledged(statesOf(message, value, (id) => (session.resend(id) ? 4 : 1)));
        return false;
      case 'mt_get_future_salts':
        session.sendUnacknowledged(
          futureSalts(message.id, { salts: keys.salts(session.key, Math.min(Math.max(value.num, 1), 64)), now: now() }),
        );
        return false;
      case 'mt_destroy_session':
        session.sendUnacknowledged(destroySession(sessions, session, value));
        return false;
      case 'mt_destroy_auth_key': {
        const destroyed: mtp.RawMt_destroy_auth_key_ok = { _: 'mt_destroy_auth_key_ok' };
        session.sendUnacknowledged(destroyed);
        setImmediate(() => keys.destroy(session.key));
        return false;
      }
      case 'mt_rpc_drop_answer':
        remember(session, message.id);
        session.answer(message.id, writeValue(dropAnswer(session, bigOf(value.reqMsgId))));
        return true;
      default:
        return false;
    }
  };
}

const pongOf = ({ id }: Message, { pingId }: mtp.RawMt_ping | mtp.RawMt_ping_delay_disconnect): mtp.RawMt_pong => ({
  _: 'mt_pong',
  msgId: longOf(id),
  pingId,
});

type StateQuery = mtp.RawMt_msgs_state_req | mtp.RawMt_msg_resend_req;

const statesOf = ({ id }: Message, { msgIds }: StateQuery, stateOf: (id: bigint) => number): mtp.RawMt_msgs_state_info => ({
  _: 'mt_msgs_state_info',
  reqMsgId: longOf(id),
  info: Buffer.from(msgIds.map((one) => stateOf(bigOf(one)))),
});

/** State of a client message: 1 and 2 unknown, 4 received, +32 in progress, +64 answered. */
function stateOf(session: Session, id: bigint): number {
  const received = session.received.get(id);
  if (!received) return id < session.oldest ? 1 : 2;
  if (received.isRunning) return 4 + 32;
  if (received.answer !== null && session.resend(received.answer)) return 4;
  return 4 + 64;
}

const FUTURE_SALTS = 0xae500895;

/** The package's writer does not support lists of bare objects. */
function futureSalts(id: bigint, { salts, now }: { salts: ReturnType<KeyRing['salts']>; now: Date }): Buffer {
  const written = Buffer.alloc(20 + salts.length * 16);
  written.writeUInt32LE(FUTURE_SALTS);
  written.writeBigUInt64LE(id, 4);
  written.writeUInt32LE(Math.floor(now.getTime() / 1000), 12);
  written.writeUInt32LE(salts.length, 16);
  salts.forEach(({ salt, since, until }, index) => {
    const at = 20 + index * 16;
    written.writeUInt32LE(since, at);
    written.writeUInt32LE(until, at + 4);
    written.writeBigUInt64LE(salt, at + 8);
  });
  return written;
}

function destroySession(sessions: Sessions, session: Session, { sessionId }: mtp.RawMt_destroy_session): mtp.TypeDestroySessionRes {
  const other = bigOf(sessionId);
  const isGone = other !== session.id && sessions.end(session.key, other);
  return { _: isGone ? 'mt_destroy_session_ok' : 'mt_destroy_session_none', sessionId };
}

function dropAnswer(session: Session, id: bigint): mtp.TypeRpcDropAnswer {
  const received = session.received.get(id);
  if (!received) return { _: 'mt_rpc_answer_unknown' };
  if (received.isRunning) {
    received.isDropped = true;
    return { _: 'mt_rpc_answer_dropped_running' };
  }
  if (received.answer === null || !session.isKept(received.answer)) return { _: 'mt_rpc_answer_unknown' };
  session.forget(received.answer);
  return { _: 'mt_rpc_answer_dropped', msgId: longOf(received.answer), seqNo: 0, bytes: 0 };
}
