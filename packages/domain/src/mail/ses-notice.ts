import { judgeBounce, statusIn } from './judge-bounce.ts';
import type { ParsedMail } from './message.ts';
import type { Bounce, ComplaintType } from './incoming-verdict.ts';

type Notice = { kind: 'bounce'; bounces: Bounce[] } | { kind: 'complaint'; type: ComplaintType } | { kind: 'other' };

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
type SesNotice = { notificationType?: unknown; bounce?: { bouncedRecipients?: unknown } | null };

const MAX_RECIPIENTS = 30;

export function sesNotice({ from, text }: ParsedMail): Notice | null {
  if (from?.address.toLowerCase() !== 'no-reply@sns.amazonaws.com') return null;
  const notice = readNotice(text);
  if (notice?.notificationType === 'Complaint') return { kind: 'complaint', type: 'abuse' };
  if (notice?.notificationType !== 'Bounce') return { kind: 'other' };
  const recipients = notice.bounce?.bouncedRecipients;
  const bounces = (Array.isArray(recipients) ? recipients : []).slice(0, MAX_RECIPIENTS).map(bounceOf);
  return bounces.length > 0 ? { kind: 'bounce', bounces } : { kind: 'other' };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Anyone can send such a notice. */
function bounceOf(recipient: unknown): Bounce {
  const { emailAddress, status, diagnosticCode } = Object(recipient) as Record<string, unknown>;
  const diagnostic = (textOf(diagnosticCode) ?? '').replace(/^\w+;\s*/, '');
  const named = statusIn(textOf(status) ?? diagnostic);
  return {
    recipient: textOf(emailAddress),
    ...judgeBounce(diagnostic, named),
    status: named,
    diagnostic: diagnostic.slice(0, 500),
    final: true,
  };
}

function readNotice(text: string): SesNotice | null {
  // Mail transport folds long lines; SNS adds signature links after a line of dashes.
  const end = text.lastIndexOf('}');
  try {
    const outer = JSON.parse(text.slice(0, end + 1).replaceAll(/\r?\n ?/g, '')) as { Message?: unknown } | null;
    return typeof outer?.Message === 'string' ? (JSON.parse(outer.Message) as SesNotice | null) : (outer as SesNotice | null);
  } catch {
    return null;
  }
}
