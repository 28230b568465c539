import { z } from 'zod';
import type {
  AcceptOutcome,
  AliasesOutcome,
  Consent,
  ConsentProvider,
  GrantedSettings,
  ReadFrom,
} from '#modules/messaging/channels/mailbox-port.ts';
import { createOAuthClient } from '#platform/oauth/client.ts';
import { acceptConsent, rightsMissing, verifyAccess } from '../http-mailbox/consent.ts';
import { openHttpMailbox } from '../http-mailbox/mailbox.ts';
import { failureOf } from '../http-mailbox/api-failure.ts';
import { type Graph, openGraph } from './api.ts';
import { findSent } from './find-sent.ts';
import { apiOf, isWhole, oauthOf, type OutlookOptions } from './options.ts';
import { readNew } from './read-new.ts';
import { sendMail } from './send.ts';

const person = z.object({ mail: z.string().nullish(), userPrincipalName: z.string(), displayName: z.string().nullish() });
const addresses = z.object({ displayName: z.string().nullish(), proxyAddresses: z.array(z.string()).nullish() });
const whoAmI = (graph: Graph) => graph.json(person, '?$select=mail,userPrincipalName,displayName');

export function createOutlookProvider(options: OutlookOptions): ConsentProvider {
  const { credentials, caller, clock, baseUrl } = options;
  const client = createOAuthClient({ provider: oauthOf(options), credentials, caller, clock });
  return {
    host: new URL(apiOf(baseUrl)).hostname,
    isConfigured: credentials !== undefined,
    consentUrl: (consent) => client.consentUrl(consent),
    accept: (consent) => acceptConsent(() => accept(consent)),
    verify: (settings) =>
      verifyAccess({
        isWhole: isWhole(settings.tokens.scopes),
        sentFolder: 'sentitems',
        ask: () => whoAmI(openGraph(options, settings)),
      }),
    open(settings) {
      const graph = openGraph(options, settings);
      const service = {
        // Graph allows four concurrent calls per mailbox; one is reserved for reading.
        atOnce: 3,
        send: sendMail.bind(undefined, graph),
        findSent: (messageId: string) => findSent(graph, messageId),
        readNew: (from: ReadFrom) => readNew(graph, from, clock.now()),
      };
      return openHttpMailbox(service, options);
    },
    aliases: (settings) => aliasesOf(openGraph(options, settings), settings),
    forget: (tokens) => client.revoke(tokens),
  };

  async function accept(consent: Consent & { code: string }): Promise<AcceptOutcome> {
    const tokens = await client.exchange(consent);
    if (!isWhole(tokens.scopes)) return { ok: false, failure: rightsMissing };
    const { mail, userPrincipalName, displayName } = await whoAmI(openGraph(options, { tokens, keep: async () => undefined }));
    return { ok: true, tokens, from: { name: displayName ?? '', address: mail ?? userPrincipalName } };
  }
}

/** Addresses of the directory, the primary one first. Personal accounts have no others. */
async function aliasesOf(graph: Graph, { from }: GrantedSettings): Promise<AliasesOutcome> {
  try {
    const { proxyAddresses, displayName } = await graph.json(addresses, '?$select=displayName,proxyAddresses');
    // The list also contains phones and addresses of legacy mail systems.
    const mail = (proxyAddresses ?? []).flatMap((entry) => /^smtp:(.+)$/i.exec(entry)?.[1] ?? []);
    const others = mail.filter((address) => address.toLowerCase() !== from.address.toLowerCase());
    return { ok: true, aliases: [from, ...others.map((address) => ({ name: displayName ?? '', address }))] };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}
