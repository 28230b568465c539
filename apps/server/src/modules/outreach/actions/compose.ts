import {
  type CustomVariable,
  emptyVariables,
  fillVariables,
  type VariableValues,
  withFallbacks,
} from '@headwater/domain/outreach/variables';
import { sortByRecency } from '@headwater/domain/profiles/careers';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { mailHtml } from '#platform/mail/safe-html.ts';
import { textFromHtml } from '#platform/mail/text-from-html.ts';
import { findUser } from '#modules/accounts/public.ts';
import { findProfile, fullName } from '#modules/profiles/public.ts';
import { linkUnsubscribe, unsubscribePlaceholder } from '../sending/unsubscribe-link.ts';
import { findSettings, type MailboxRow } from '../store/mailboxes.ts';

export interface Draft {
  profileId: number;
  subject: string;
  body: string;
  signature: string;
  vacancy: string | null;
  /** Fallbacks, and variables made for this text. */
  variables: readonly Pick<CustomVariable, 'name' | 'value'>[];
}

export interface ComposedMessage {
  subject: string;
  html: string;
  text: string;
  emptyVariables: string[];
}

interface DraftInput {
  profile_id: number;
  subject: string;
  body: string;
  custom_variables?: readonly CustomVariable[] | undefined;
}

/** What a person has written so far to one profile, with the signature that will stand under it. */
export async function draftOf(tx: Tx, actor: Actor, { input, vacancy }: { input: DraftInput; vacancy: string | null }): Promise<Draft> {
  const signature = (await findSettings(tx, actor.userId))?.signature ?? '';
  const variables = input.custom_variables ?? [];
  return { profileId: input.profile_id, subject: input.subject, body: input.body, signature, vacancy, variables };
}

async function valuesFor(
  tx: Tx,
  actor: Actor,
  { profileId, vacancy, mailbox }: { profileId: number; vacancy: string | null; mailbox: MailboxRow | undefined },
): Promise<VariableValues> {
  const profile = await findProfile(tx, profileId);
  const sender = await findUser(tx, actor.userId);
  const senderName = sender ? `${sender.first_name} ${sender.last_name}`.trim() : '';
  const [latest] = sortByRecency(profile?.data.positions ?? []);
  const [place] = profile?.data.locations ?? [];
  return {
    FIRST_NAME: profile?.data.first_name,
    LAST_NAME: profile?.data.last_name,
    FULL_NAME: profile ? fullName(profile.data) : null,
    POSITION: latest?.title,
    COMPANY: latest?.company,
    LOCATION: place?.city ?? place?.country,
    VACANCY: vacancy,
    SENDER_NAME: mailbox?.from_name || senderName,
    SENDER_EMAIL: mailbox?.address ?? sender?.email,
    UNSUBSCRIBE: unsubscribePlaceholder,
  };
}

const wrap = (body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;color:#1a1a1a">${body}</body></html>`;

/** A draft as it will reach one person: variables filled in, html that mail clients show alike, and its text part. */
export async function compose(
  tx: Tx,
  actor: Actor,
  { draft, mailbox }: { draft: Draft; mailbox: MailboxRow | undefined },
): Promise<ComposedMessage> {
  const known = await valuesFor(tx, actor, { profileId: draft.profileId, vacancy: draft.vacancy, mailbox });
  const values = withFallbacks(known, draft.variables);
  const source = linkUnsubscribe(draft.signature ? `${draft.body}<p>${draft.signature}</p>` : draft.body);
  // Cleaned after filling in: a link made of a variable must not become a script by what somebody is called.
  const html = mailHtml(fillVariables(source, values, 'html'));
  return {
    subject: fillVariables(draft.subject, values, 'text').replace(/\s+/g, ' ').trim(),
    html: wrap(html),
    text: textFromHtml(html).trim(),
    emptyVariables: [...new Set([...emptyVariables(draft.subject, values), ...emptyVariables(source, values)])],
  };
}
