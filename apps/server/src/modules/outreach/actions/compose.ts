import sanitizeHtml from 'sanitize-html';
import { emptyVariables, fillVariables, type VariableValues } from '@headwater/domain/outreach/variables';
import { sortByRecency } from '@headwater/domain/profiles/careers';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { textFromHtml } from '#platform/mail/text-from-html.ts';
import { findUser } from '#modules/accounts/public.ts';
import { findProfile, fullName } from '#modules/profiles/public.ts';
import { findSettings, type MailboxRow } from '../store/mailboxes.ts';

/** What mail clients show alike; everything else (scripts, forms, frames, handlers) is dropped. */
const mailSafe: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'div',
    'span',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'h1',
    'h2',
    'h3',
    'img',
    'hr',
  ],
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'], '*': ['style'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedStyles: {
    '*': { 'text-align': [/^(left|right|center|justify)$/], 'font-size': [/^\d{1,2}px$/], color: [/^#[0-9a-f]{3,6}$/i] },
  },
  disallowedTagsMode: 'discard',
};

export interface Draft {
  profileId: number;
  subject: string;
  body: string;
  signature: string;
  vacancy: string | null;
}

export interface ComposedMessage {
  subject: string;
  html: string;
  text: string;
  emptyVariables: string[];
}

/** What a person has written so far to one profile, with the signature that will stand under it. */
export async function draftOf(
  tx: Tx,
  actor: Actor,
  { input, vacancy }: { input: { profile_id: number; subject: string; body: string }; vacancy: string | null },
): Promise<Draft> {
  const signature = (await findSettings(tx, actor.userId))?.signature ?? '';
  return { profileId: input.profile_id, subject: input.subject, body: input.body, signature, vacancy };
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
  const values = await valuesFor(tx, actor, { profileId: draft.profileId, vacancy: draft.vacancy, mailbox });
  const source = draft.signature ? `${draft.body}<p>${draft.signature}</p>` : draft.body;
  // Cleaned after filling in: a link made of a variable must not become a script by what somebody is called.
  const html = sanitizeHtml(fillVariables(source, values, 'html'), mailSafe);
  return {
    subject: fillVariables(draft.subject, values, 'text').replace(/\s+/g, ' ').trim(),
    html: wrap(html),
    text: textFromHtml(html).trim(),
    emptyVariables: [...new Set([...emptyVariables(draft.subject, values), ...emptyVariables(source, values)])],
  };
}
