import type { AcceptOutcome, MailboxFailure, VerifyOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { OAuthError } from '#platform/oauth/client.ts';
import { failureOf } from './api-failure.ts';

export const rightsMissing: MailboxFailure = { server: 'provider', reason: 'rights_missing', detail: 'Not all rights were granted' };

export async function acceptConsent(accept: () => Promise<AcceptOutcome>): Promise<AcceptOutcome> {
  try {
    return await accept();
  } catch (error) {
    if (!(error instanceof OAuthError)) return { ok: false, failure: failureOf(error) };
    const reason = error.kind === 'denied' ? 'access_revoked' : 'protocol';
    return { ok: false, failure: { server: 'provider', reason, detail: error.message } };
  }
}

export async function verifyAccess(access: { isWhole: boolean; sentFolder: string; ask(): Promise<unknown> }): Promise<VerifyOutcome> {
  if (!access.isWhole) return { ok: false, failures: [rightsMissing] };
  try {
    await access.ask();
    return { ok: true, sentFolder: access.sentFolder };
  } catch (error) {
    return { ok: false, failures: [failureOf(error)] };
  }
}
