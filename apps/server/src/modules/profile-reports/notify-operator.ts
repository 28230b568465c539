import { escapeHtml } from '@headwater/domain/escape-html';
import type { Tx } from '#platform/database/database.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';

interface ReportNotice {
  id: number;
  profileId: number;
  reason: string;
  text: string;
}

export type NotifyOperator = (tx: Tx, report: ReportNotice) => Promise<void>;

/** Does nothing without an operator address. */
export const operatorMail =
  (queue: QueueSystemEmail, { to, publicUrl }: { to: string | undefined; publicUrl: string }): NotifyOperator =>
  async (tx, { id, profileId, reason, text }) => {
    if (to === undefined) return;
    const [profile, list] = [new URL(`/profiles/${profileId}`, publicUrl).href, new URL('/profiles/reports', publicUrl).href];
    await queue(tx, {
      kind: 'profile_report',
      to,
      subject: `Report ${id}: ${reason.replaceAll('_', ' ')}`,
      text: `${text}\n\nProfile: ${profile}\nAll reports: ${list}\n`,
      html: `<p style="white-space:pre-line">${escapeHtml(text)}</p><p>Profile: <a href="${profile}">${profile}</a><br>All reports: <a href="${list}">${list}</a></p>`,
    });
  };
