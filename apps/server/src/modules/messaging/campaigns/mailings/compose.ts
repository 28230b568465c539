import {
  type CustomVariable,
  emptyVariables,
  fillVariables,
  namesIn,
  type VariableValues,
  withFallbacks,
} from '@headwater/domain/outreach/variables';
import { isHeldNow, sortByRecency } from '@headwater/domain/profiles/careers';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findUser } from '#modules/accounts/public.ts';
import { findProfile, fullName, type ProfileRow } from '#modules/profiles/public.ts';
import { findSettings, fromOf, type MailboxRow } from '#modules/messaging/channels/public.ts';
import { linkUnsubscribe, unsubscribePlaceholder } from '#modules/messaging/messages/public/planning.ts';
import { createTextFiller } from './prepared-text.ts';

export interface Draft {
  profileId: number;
  subject: string;
  body: string;
  signature: string;
  vacancy: string | null;
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

export async function draftOf(tx: Tx, actor: Actor, { input, vacancy }: { input: DraftInput; vacancy: string | null }): Promise<Draft> {
  const signature = (await findSettings(tx, actor.userId))?.signature ?? '';
  const variables = input.custom_variables ?? [];
  return { profileId: input.profile_id, subject: input.subject, body: input.body, signature, vacancy, variables };
}

type KnownData = Pick<ProfileRow['data'], 'first_name' | 'last_name' | 'patronymic' | 'positions' | 'locations'>;

export function personValues(data: KnownData | undefined): VariableValues {
  const [latest] = sortByRecency(data?.positions ?? []);
  const [place] = data?.locations ?? [];
  return {
    FIRST_NAME: data?.first_name,
    LAST_NAME: data?.last_name,
    FULL_NAME: data ? fullName(data) : null,
    POSITION: latest?.title,
    COMPANY: latest?.company,
    LOCATION: place?.city ?? place?.country,
  };
}

/**
 * POSITION and COMPANY come from the latest job, even an ended one. Returns the used variables of
 * an ended job, so that the user checks the text.
 */
export function pastVariables(data: KnownData | undefined, texts: readonly string[], today: Date): string[] {
  const [latest] = sortByRecency(data?.positions ?? []);
  if (!latest?.end || isHeldNow(latest, today)) return [];
  const used = new Set(texts.flatMap(namesIn));
  const job = { POSITION: latest.title, COMPANY: latest.company };
  return Object.entries(job).flatMap(([name, value]) => (value?.trim() && used.has(name) ? [name] : []));
}

export async function senderValues(tx: Tx, userId: number, mailbox: MailboxRow | undefined): Promise<VariableValues> {
  const sender = await findUser(tx, userId);
  const senderName = sender ? `${sender.first_name} ${sender.last_name}`.trim() : '';
  const from = mailbox && fromOf(mailbox, (await findSettings(tx, userId))?.sender_alias);
  return {
    SENDER_NAME: from?.name || senderName,
    SENDER_EMAIL: from?.address ?? sender?.email,
    UNSUBSCRIBE: unsubscribePlaceholder,
  };
}

const wrap = (body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;color:#1a1a1a">${body}</body></html>`;

/**
 * Fills variables and makes HTML and plain text for one person. `fill` caches shared work between
 * recipients.
 */
export function composeWith(
  draft: Pick<Draft, 'subject' | 'body' | 'signature' | 'variables'>,
  known: VariableValues,
  fill = createTextFiller(),
): ComposedMessage {
  const values = withFallbacks(known, draft.variables);
  const source = linkUnsubscribe(`${draft.body}${draft.signature}`);
  // Cleaned after filling, so that a value in a link cannot become a script.
  const { html, text } = fill(source, values);
  return {
    // Subjects contain no links.
    subject: fillVariables(draft.subject, { ...values, UNSUBSCRIBE: '' }, 'text')
      .replace(/\s+/g, ' ')
      .trim(),
    html: wrap(html),
    text,
    emptyVariables: [...new Set([...emptyVariables(draft.subject, values), ...emptyVariables(source, values)])],
  };
}

export async function compose(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  { draft, mailbox }: { draft: Draft; mailbox: MailboxRow | undefined },
): Promise<ComposedMessage> {
  const profile = await findProfile(tx, draft.profileId);
  const sender = await senderValues(tx, actor.userId, mailbox);
  return composeWith(draft, { ...personValues(profile?.data), ...sender, VACANCY: draft.vacancy });
}
