import { judge, statusIn } from './bounce-reasons.ts';
import type { ParsedMail } from './message.ts';
import type { Bounce, ComplaintType } from './verdict.ts';

type Notice = { kind: 'bounce'; bounces: Bounce[] } | { kind: 'complaint'; type: ComplaintType } | { kind: 'other' };

/** JSON that Amazon SES sends by SNS to those who asked for it by e-mail: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
type SesNotice = {
  notificationType?: string;
  bounce?: { bounceType?: string; bouncedRecipients?: { emailAddress?: string; status?: string; diagnosticCode?: string }[] };
};

export function sesNotice({ from, text }: ParsedMail): Notice | null {
  if (from?.address.toLowerCase() !== 'no-reply@sns.amazonaws.com') return null;
  const notice = readNotice(text);
  if (notice?.notificationType === 'Complaint') return { kind: 'complaint', type: 'abuse' };
  if (notice?.notificationType !== 'Bounce') return { kind: 'other' };
  const bounces = (notice.bounce?.bouncedRecipients ?? []).map(({ emailAddress = null, status = null, diagnosticCode = '' }) => {
    const diagnostic = diagnosticCode.replace(/^\w+;\s*/, '');
    const named = statusIn(status ?? diagnostic);
    return { recipient: emailAddress, ...judge(diagnostic, named), status: named, diagnostic: diagnostic.slice(0, 500), final: true };
  });
  return bounces.length > 0 ? { kind: 'bounce', bounces } : { kind: 'other' };
}

function readNotice(text: string): SesNotice | null {
  // Long lines are folded on the way, as if they were a header; the signature links of SNS follow the object after a line of dashes.
  const end = text.lastIndexOf('}');
  try {
    const outer = JSON.parse(text.slice(0, end + 1).replaceAll(/\r?\n ?/g, '')) as { Message?: unknown };
    return typeof outer.Message === 'string' ? (JSON.parse(outer.Message) as SesNotice) : (outer as SesNotice);
  } catch {
    return null;
  }
}
