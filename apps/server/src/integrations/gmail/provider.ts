import { z } from 'zod';
import type { AcceptOutcome, AliasesOutcome, Consent, ConsentProvider } from '#modules/messaging/channels/mailbox-port.ts';
import { createOAuthClient, type OAuthTokens } from '#platform/oauth/client.ts';
import { acceptConsent, rightsMissing, verifyAccess } from '../http-mailbox/consent.ts';
import { openHttpMailbox } from '../http-mailbox/mailbox.ts';
import { failureOf } from '../http-mailbox/api-failure.ts';
import { type Gmail, openGmail } from './api.ts';
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

const isWhole = ({ scopes: granted }: OAuthTokens) => scopes.every((scope) => granted.includes(scope));

export function createGmailProvider(options: GmailOptions): ConsentProvider {
  const { credentials, caller, clock, baseUrl } = options;
  const client = createOAuthClient({ provider: oauthOf(baseUrl), credentials, caller, clock });
  return {
    host: new URL(apiOf(baseUrl)).hostname,
    isConfigured: credentials !== undefined,
    consentUrl: (consent) => client.consentUrl(consent),
    accept: (consent) => acceptConsent(() => accept(consent)),
    verify: (settings) =>
      verifyAccess({
        isWhole: isWhole(settings.tokens),
        sentFolder: 'SENT',
        ask: () => openGmail(options, settings).get(profile, 'profile'),
      }),
    open(settings) {
      const gmail = openGmail(options, settings);
      const service = {
        atOnce: 4,
        send: sendMail.bind(undefined, gmail),
        findSent: findSent.bind(undefined, gmail),
        readNew: readNew.bind(undefined, gmail),
      };
      return openHttpMailbox(service, options);
    },
    aliases: (settings) => aliasesOf(openGmail(options, settings)),
    forget: (tokens) => client.revoke(tokens),
  };

  async function accept(consent: Consent & { code: string }): Promise<AcceptOutcome> {
    const tokens = await client.exchange(consent);
    // Revoking would also end complete consents of the same account.
    if (!isWhole(tokens)) return { ok: false, failure: rightsMissing };
    const gmail = openGmail(options, { tokens, keep: async () => undefined });
    const { emailAddress } = await gmail.get(profile, 'profile');
    const known = await aliasesOf(gmail);
    const name = known.ok ? (known.aliases.find(({ address }) => address === emailAddress)?.name ?? '') : '';
    return { ok: true, tokens, from: { name, address: emailAddress } };
  }
}

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
