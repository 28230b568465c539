import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type {
  AcceptOutcome,
  AliasesOutcome,
  Consent,
  ConsentProvider,
  FindSentOutcome,
  GrantedSettings,
  Mailbox,
  MailboxFailure,
  VerifyOutcome,
} from '#modules/outreach/mailbox-port.ts';
import { createDoubts } from '#platform/mail/doubts.ts';
import { createOAuthClient, OAuthError, type OAuthTokens } from '#platform/oauth/client.ts';
import { createGate } from '#platform/oauth/gate.ts';
import { failureOf, type Gmail, openGmail } from './api.ts';
import { findSent } from './find-sent.ts';
import { apiOf, type GmailOptions, oauthOf, scopes } from './options.ts';
import { readNew } from './read-new.ts';
import { sendMail } from './send.ts';

const profile = z.object({ emailAddress: z.string() });
const sendAs = z.object({
  sendAs: z
    .array(
      z.object({
        sendAsEmail: z.string(),
        displayName: z.string().default(''),
        isPrimary: z.boolean().default(false),
        verificationStatus: z.string().optional(),
      }),
    )
    .default([]),
});

const rightsMissing: MailboxFailure = { server: 'provider', reason: 'rights_missing', detail: 'Not all rights were granted' };
const isWhole = ({ scopes: granted }: OAuthTokens) => scopes.every((scope) => granted.includes(scope));

/** Gmail by its HTTP API. */
export function createGmailProvider(options: GmailOptions): ConsentProvider {
  const { credentials, caller, clock, baseUrl } = options;
  const client = createOAuthClient({ provider: oauthOf(baseUrl), credentials, caller, clock });
  return {
    host: new URL(apiOf(baseUrl)).hostname,
    isConfigured: credentials !== undefined,
    consentUrl: (consent) => client.consentUrl(consent),
    accept: (consent) => accept(options, consent),
    verify: (settings) => verify(openGmail(options, settings), settings.tokens),
    open: (settings) => open(options, settings),
    aliases: (settings) => aliasesOf(openGmail(options, settings)),
    forget: (tokens) => client.revoke(tokens),
  };

  async function accept(given: GmailOptions, consent: Consent & { code: string }): Promise<AcceptOutcome> {
    try {
      const tokens = await client.exchange(consent);
      // Not given back: that would end other, whole consents of the same account too.
      if (!isWhole(tokens)) return { ok: false, failure: rightsMissing };
      const gmail = openGmail(given, { tokens, keep: async () => undefined });
      const { emailAddress } = await gmail.get(profile, 'profile');
      const known = await aliasesOf(gmail);
      const name = known.ok ? (known.aliases.find(({ address }) => address === emailAddress)?.name ?? '') : '';
      return { ok: true, tokens, from: { name, address: emailAddress } };
    } catch (error) {
      if (!(error instanceof OAuthError)) return { ok: false, failure: failureOf(error) };
      const reason = error.kind === 'denied' ? 'access_revoked' : 'protocol';
      return { ok: false, failure: { server: 'provider', reason, detail: error.message } };
    }
  }
}

async function verify(gmail: Gmail, tokens: OAuthTokens): Promise<VerifyOutcome> {
  if (!isWhole(tokens)) return { ok: false, failures: [rightsMissing] };
  try {
    await gmail.get(profile, 'profile');
    return { ok: true, sentFolder: 'SENT' };
  } catch (error) {
    return { ok: false, failures: [failureOf(error)] };
  }
}

/** Those that Gmail has verified, the account's own first. */
async function aliasesOf(gmail: Gmail): Promise<AliasesOutcome> {
  try {
    const { sendAs: known } = await gmail.get(sendAs, 'settings/sendAs');
    const usable = known.filter((one) => one.isPrimary || one.verificationStatus === 'accepted');
    const sorted = usable.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
    return { ok: true, aliases: sorted.map(({ sendAsEmail, displayName }) => ({ name: displayName, address: sendAsEmail })) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

function open(options: GmailOptions, settings: GrantedSettings): Mailbox {
  const { clock, caller, pollMs = 15_000, settleMs = 60_000 } = options;
  const gate = createGate(4);
  const gmail = openGmail(options, settings);
  const doubts = createDoubts(clock, settleMs);
  const find = async (messageId: string, to: string): Promise<FindSentOutcome> => {
    const outcome = await findSent(gmail, messageId, to);
    if (outcome.found !== 'no' || !doubts.isFresh(messageId)) return outcome;
    return { found: 'cannot_tell', failure: { server: 'provider', reason: 'timeout', detail: 'Gmail may not show it yet' } };
  };
  return {
    send(message) {
      const signal = AbortSignal.timeout(caller.timeoutMs);
      return gate(() => sendMail(gmail, message, { signal, onDoubt: () => doubts.note(message.messageId) }));
    },
    findSent: find,
    // Gmail files what it sends by itself.
    appendToSent: async () => ({ result: 'already_there' }),
    readNew: (from) => readNew(gmail, from),
    async watch(onNew, signal) {
      while (!signal.aborted) {
        onNew();
        await sleep(pollMs, undefined, { signal }).catch(() => undefined);
      }
      return { ended: 'aborted' };
    },
    close: async () => undefined,
  };
}
