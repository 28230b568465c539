import type { tl } from '@mtcute/core';
import type { CodeDelivery, CodeSent, Messenger, MessengerUser, Outcome } from '#modules/messaging/telegram/messenger-port.ts';
import { openClient, type TelegramClient, type TelegramSettings } from './client.ts';
import { failureOf } from './failure.ts';
import { openLine } from './line.ts';
import { userOf } from './read-message.ts';

const deliveries: Readonly<Record<string, CodeDelivery>> = {
  'auth.sentCodeTypeApp': 'app',
  'auth.sentCodeTypeSms': 'sms',
  'auth.sentCodeTypeFirebaseSms': 'sms',
  'auth.sentCodeTypeCall': 'call',
  'auth.sentCodeTypeFlashCall': 'flash_call',
  'auth.sentCodeTypeMissedCall': 'missed_call',
  'auth.sentCodeTypeEmailCode': 'email',
  'auth.sentCodeTypeFragmentSms': 'fragment',
};
const nextDeliveries: Readonly<Record<tl.auth.TypeCodeType['_'], NonNullable<CodeSent['nextDelivery']>>> = {
  'auth.codeTypeSms': 'sms',
  'auth.codeTypeCall': 'call',
  'auth.codeTypeFlashCall': 'flash_call',
  'auth.codeTypeMissedCall': 'missed_call',
  'auth.codeTypeFragmentSms': 'fragment',
};

/** Telegram opened a session without a code, which proves no phone number. */
class Unexpected extends Error {}

async function codeSent(client: TelegramClient, sent: tl.auth.TypeSentCode): Promise<CodeSent> {
  if (sent._ !== 'auth.sentCode') throw new Unexpected(sent._);
  return {
    session: await client.session(),
    codeHash: sent.phoneCodeHash,
    delivery: deliveries[sent.type._] ?? 'other',
    codeLength: 'length' in sent.type ? sent.type.length : null,
    nextDelivery: sent.nextType ? nextDeliveries[sent.nextType._] : null,
    resendAfter: sent.timeout ?? 0,
  };
}

async function signedIn(
  client: TelegramClient,
  authorization: tl.auth.TypeAuthorization,
): Promise<{ session: string; self: MessengerUser }> {
  if (authorization._ !== 'auth.authorization') throw new Unexpected('PHONE_NUMBER_UNOCCUPIED');
  const self = userOf(authorization.user);
  if (!self) throw new Unexpected(authorization.user._);
  return { session: await client.session(), self };
}

/** Telegram expects digits only. */
const digits = (phone: string) => phone.replace(/\D/g, '');

/** Requires API credentials of the operator. `settings` may name another server. */
export function createTelegram(settings: TelegramSettings | undefined): Messenger {
  const notConfigured: Outcome<never> = { ok: false, failure: { code: 'unreachable', detail: 'not configured' } };

  async function using<Result extends object>(
    session: string | undefined,
    work: (client: TelegramClient, known: TelegramSettings) => Promise<Result>,
  ): Promise<Outcome<Result>> {
    if (!settings) return notConfigured;
    const client = openClient(settings, session);
    try {
      return { ok: true, ...(await work(client, settings)) };
    } catch (error) {
      const failure = failureOf(error);
      if (error instanceof Unexpected) {
        return {
          ok: false,
          failure: { code: error.message === 'PHONE_NUMBER_UNOCCUPIED' ? 'phone_unoccupied' : 'unknown', detail: error.message },
        };
      }
      if (failure.code !== 'password_needed') return { ok: false, failure };
      const password = await client.call({ _: 'account.getPassword' }).catch(() => undefined);
      return { ok: false, failure: { ...failure, ...(password?.hint ? { hint: password.hint } : {}) } };
    } finally {
      await client.close();
    }
  }

  return {
    isConfigured: settings !== undefined,
    requestCode: (phone) =>
      using(undefined, async (client, { apiId, apiHash }) =>
        codeSent(
          client,
          await client.call({ _: 'auth.sendCode', phoneNumber: digits(phone), apiId, apiHash, settings: { _: 'codeSettings' } }),
        ),
      ),
    resendCode: ({ session, phone, codeHash }) =>
      using(session, async (client) =>
        codeSent(client, await client.call({ _: 'auth.resendCode', phoneNumber: digits(phone), phoneCodeHash: codeHash })),
      ),
    signIn: ({ session, phone, codeHash, code }) =>
      using(session, async (client) =>
        signedIn(client, await client.call({ _: 'auth.signIn', phoneNumber: digits(phone), phoneCodeHash: codeHash, phoneCode: code })),
      ),
    checkPassword: ({ session, password }) =>
      using(session, async (client) => {
        const known = await client.call({ _: 'account.getPassword' });
        return signedIn(client, await client.call({ _: 'auth.checkPassword', password: await client.password(known, password) }));
      }),
    async signOut(session) {
      await using(session, async (client) => client.call({ _: 'auth.logOut' }));
    },
    open(session) {
      if (!settings) throw new Error('Telegram is not set up');
      return openLine(openClient(settings, session));
    },
  };
}
