import { telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { emptyVariables, fillVariables, withFallbacks } from '@headwater/domain/outreach/variables';
import type { Actor } from '@headwater/domain/roles';
import { findUser } from '#modules/accounts/public.ts';
import { personValues } from '#modules/messaging/campaigns/public.ts';
import { examplesIn, requireTemplate } from '#modules/messaging/templates/public.ts';
import { findProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { textFromHtml } from '#platform/mail/text-from-html.ts';
import { requireDialog } from './require-dialog.ts';

type Text = { body: string; custom_variables: Parameters<typeof withFallbacks>[1] };

async function textOf(tx: Tx, actor: Actor, templateId: number): Promise<Text> {
  if (templateId === -1) return { body: '', custom_variables: [] };
  const example = examplesIn(actor.language).find(({ id }) => id === templateId);
  return example ? { body: example.body, custom_variables: [] } : requireTemplate(tx, actor, { id: templateId, right: 'see' });
}

/** Renders a template as plain text. Telegram messages have no unsubscribe link. */
export async function fillTemplate(tx: Tx, actor: Actor, { id, templateId }: { id: number; templateId: number }) {
  const dialog = await requireDialog(tx, actor, id);
  const template = await textOf(tx, actor, templateId);
  const profile = dialog.profile_id === null ? undefined : await findProfile(tx, dialog.profile_id);
  const sender = await findUser(tx, actor.userId);
  const known = {
    ...personValues(profile?.data),
    SENDER_NAME: sender ? `${sender.first_name} ${sender.last_name}`.trim() : '',
    SENDER_EMAIL: sender?.email,
    VACANCY: null,
    UNSUBSCRIBE: '',
  };
  const values = withFallbacks(known, template.custom_variables);
  const message = textFromHtml(fillVariables(template.body, values, 'html'))
    .trim()
    .slice(0, telegramTextBounds.message);
  return { message, empty_variables: emptyVariables(template.body, { ...values, UNSUBSCRIBE: 'x' }) };
}
