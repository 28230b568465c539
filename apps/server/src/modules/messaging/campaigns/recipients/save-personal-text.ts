import { templateBounds } from '@headwater/domain/outreach/templates';
import type { Tx } from '#platform/database/database.ts';
import { safeHtml } from '#platform/mail/safe-html.ts';
import type { MailingRow } from '../store/mailings.ts';
import { listRecipients } from '../store/recipients.ts';
import { listDrafts, listSteps, saveDraft } from '../store/steps.ts';

export interface PersonalText {
  profileId: number;
  subject: string | null;
  body: string;
  now: Date;
}

/**
 * Stores a personal first message unless a user wrote one. Returns false if the person is no
 * recipient or the mailing has no step.
 */
export async function savePersonalText(tx: Tx, mailing: MailingRow, { profileId, subject, body, now }: PersonalText): Promise<boolean> {
  const [step] = await listSteps(tx, [mailing.id]);
  const { rows } = await listRecipients(tx, { mailingId: mailing.id, profileIds: [profileId], now, limit: 1, offset: 0 });
  const [recipient] = rows;
  if (!step || !recipient) return false;
  const known = await listDrafts(tx, [recipient.id]);
  if (known.some((draft) => draft.step === step.number)) return true;
  const owner = { companyId: mailing.company_id, recipientId: recipient.id, step: step.number };
  await saveDraft(tx, owner, {
    subject: subject?.slice(0, templateBounds.subject) ?? null,
    body: safeHtml(body).slice(0, templateBounds.body),
  });
  return true;
}
