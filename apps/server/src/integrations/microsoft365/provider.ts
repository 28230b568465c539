import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type {
  AcceptOutcome,
  Consent,
  ConsentProvider,
  FindSentOutcome,
  GrantedSettings,
  Mailbox,
  MailboxFailure,
  VerifyOutcome,
} from '#modules/outreach/mailbox-port.ts';
import { createDoubts } from '#platform/mail/doubts.ts';
import { createOAuthClient, OAuthError } from '#platform/oauth/client.ts';
import { createGate } from '#platform/oauth/gate.ts';
import { failureOf, type Graph, openGraph } from './api.ts';
import { findSent } from './find-sent.ts';
import { apiOf, isWhole, oauthOf, type OutlookOptions } from './options.ts';
import { readNew } from './read-new.ts';
import { sendMail } from './send.ts';

const person = z.object({ mail: z.string().nullish(), userPrincipalName: z.string(), displayName: z.string().nullish() });
const rightsMissing: MailboxFailure = { server: 'provider', reason: 'rights_missing', detail: 'Not all rights were granted' };
const whoAmI = (graph: Graph) => graph.json(person, '?$select=mail,userPrincipalName,displayName');

/** Microsoft 365 and Outlook.com by Microsoft Graph. */
export function createOutlookProvider(options: OutlookOptions): ConsentProvider {
  const { credentials, caller, clock, baseUrl } = options;
  const client = createOAuthClient({ provider: oauthOf(options), credentials, caller, clock });
  return {
    host: new URL(apiOf(baseUrl)).hostname,
    isConfigured: credentials !== undefined,
    consentUrl: (consent) => client.consentUrl(consent),
    accept: (consent) => accept(consent),
    verify: (settings) => verify(options, settings),
    open: (settings) => open(options, settings),
    aliases: async ({ from }) => ({ ok: true, aliases: [from] }),
    forget: (tokens) => client.revoke(tokens),
  };

  async function accept(consent: Consent & { code: string }): Promise<AcceptOutcome> {
    try {
      const tokens = await client.exchange(consent);
      if (!isWhole(tokens.scopes)) return { ok: false, failure: rightsMissing };
      const { mail, userPrincipalName, displayName } = await whoAmI(openGraph(options, { tokens, keep: async () => undefined }));
      return { ok: true, tokens, from: { name: displayName ?? '', address: mail ?? userPrincipalName } };
    } catch (error) {
      if (!(error instanceof OAuthError)) return { ok: false, failure: failureOf(error) };
      const reason = error.kind === 'denied' ? 'access_revoked' : 'protocol';
      return { ok: false, failure: { server: 'provider', reason, detail: error.message } };
    }
  }
}

async function verify(options: OutlookOptions, settings: GrantedSettings): Promise<VerifyOutcome> {
  if (!isWhole(settings.tokens.scopes)) return { ok: false, failures: [rightsMissing] };
  try {
    await whoAmI(openGraph(options, settings));
    return { ok: true, sentFolder: 'sentitems' };
  } catch (error) {
    return { ok: false, failures: [failureOf(error)] };
  }
}

function open(options: OutlookOptions, settings: GrantedSettings): Mailbox {
  const { clock, caller, pollMs = 15_000, settleMs = 60_000 } = options;
  // The service lets four calls at a time into one mailbox.
  const gate = createGate(3);
  const graph = openGraph(options, settings);
  const doubts = createDoubts(clock, settleMs);
  const find = async (messageId: string): Promise<FindSentOutcome> => {
    const outcome = await findSent(graph, messageId);
    if (outcome.found !== 'no' || !doubts.isFresh(messageId)) return outcome;
    return { found: 'cannot_tell', failure: { server: 'provider', reason: 'timeout', detail: 'Outlook may not show it yet' } };
  };
  return {
    send(message) {
      const signal = AbortSignal.timeout(caller.timeoutMs);
      return gate(() => sendMail(graph, message, { signal, onDoubt: () => doubts.note(message.messageId) }));
    },
    findSent: find,
    // Outlook files what it sends by itself.
    appendToSent: async () => ({ result: 'already_there' }),
    readNew: (from) => readNew(graph, from, clock.now()),
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
