import { headerOf, isAutoReply, machineSign } from './automatic.ts';
import { withinBounds } from './bounds.ts';
import { aboutFailure, bouncesFromReport, bouncesFromWords, readFieldGroups } from './delivery-report.ts';
import type { ParsedMail } from './message.ts';
import { quotesRefusal } from './report-words.ts';
import { sesNotice } from './ses-notice.ts';
import type { ComplaintType, Verdict } from './incoming-verdict.ts';

export function classifyIncoming(received: ParsedMail): Verdict {
  const mail = withinBounds(received);
  const about = messagesAbout(mail);
  const notice = sesNotice(mail);
  if (notice !== null) return { ...notice, about };
  const complaint = complaintType(mail);
  if (complaint !== null) return { kind: 'complaint', type: complaint, about };
  const reported = bouncesFromReport(mail);
  if (reported !== null) return reported.length > 0 ? { kind: 'bounce', bounces: reported, about } : { kind: 'other', about };
  if (looksLikeBounce(mail)) return { kind: 'bounce', bounces: bouncesFromWords(mail), about };
  if (isAutoReply(mail)) return { kind: 'auto_reply', about };
  const sign = machineSign(mail);
  if (sign === 'list') return { kind: 'other', isList: true, about };
  return { kind: sign === undefined ? 'reply' : 'other', about };
}

function messagesAbout(mail: ParsedMail): string[] {
  const returned = mail.reports.flatMap(({ text }) =>
    [...text.matchAll(/^(?:original-)?message-id:\s*(<[^<>\s]+>)/gim)].map((match) => match[1] as string),
  );
  const copied = [...mail.text.matchAll(/^[ \t>]*message-id:\s*(<[^<>\s]+>)/gim)].map((match) => match[1] as string);
  return [...new Set([...mail.inReplyTo, ...returned, ...copied, ...mail.references.toReversed()])];
}

const COMPLAINT_TYPES: ComplaintType[] = ['abuse', 'auth-failure', 'fraud', 'virus', 'not-spam', 'opt-out'];

/** RFC 5965, Microsoft's variant, and "unsubscribe" messages of mail programs. */
function complaintType(mail: ParsedMail): ComplaintType | null {
  const report = mail.reports.find(({ mediaType }) => mediaType === 'message/feedback-report');
  if (report) {
    const feedbackType = readFieldGroups(report.text)[0]?.get('feedback-type')?.toLowerCase();
    return COMPLAINT_TYPES.find((type) => type === feedbackType) ?? 'other';
  }
  const hasCopy = mail.reports.some(({ mediaType }) => mediaType === 'message/rfc822');
  if (hasCopy && /^complaint about message from /i.test(mail.subject)) return 'abuse';
  if (/^unsubscribe$/i.test(mail.subject.trim()) && /\bsent this e?-?mail to unsubscribe\b/i.test(mail.text)) return 'opt-out';
  return null;
}

const BOUNCE_SENDER = /^(?:mailer-?daemon|mail-?daemon|post_?master|poostmaster|mail delivery (?:sub)?system)/i;

const BOUNCE_SUBJECT =
  /undeliver|delivery (?:has )?(?:failed|failure|report|problem|unsuccessful)|delivery status notification|returned mail|mail delivery (?:failed|failure)|failure notice|non-?delivery|could not be delivered|mail system error|sending your mail|warning: (?:could not send )?message|delayed mail|mail failed|^loop alert|delivery notification|message delivery has failed|mail could not be sent|unable to deliver|message you sent blocked|не(?: может быть)? доставлен|недоставлен|ошибка доставки|возврат(?:ена)? (?:письма|почты)|non recapitabile|unzustellbar|não entregue|no se puede entregar|配信不能/i;

const BOUNCE_WORDS =
  /could not be delivered|error message below|duplicated message-id|cannot be delivered|couldn.?t be delivered|delivery to the following|failed permanently|permanent (?:fatal )?error|delivery (?:has )?failed|was not delivered|unable to deliver|did not reach the following|error (?:was |has )?(?:occurred )?(?:while |when )?(?:trying |attempting )?(?:to )?deliver|following address(?:es)?(?:\(es\))? (?:failed|had)|recipients? (?:was|were) (?:rejected|affected)|mailbox exceeds|undeliverable|returned to sender|группа, с которой|не может быть доставлено|не доставлено|送信できません/i;

/** Two of: system sender or null return path, subject of a bounce, words of a bounce. */
function looksLikeBounce(mail: ParsedMail): boolean {
  const local = mail.from?.address.split('@')[0] ?? '';
  const isFromSystem = BOUNCE_SENDER.test(local) || BOUNCE_SENDER.test(mail.from?.name ?? '') || headerOf(mail, 'return-path') === '<>';
  const hasSubject = BOUNCE_SUBJECT.test(mail.subject);
  const isFailed = headerOf(mail, 'x-failed-recipients') !== null;
  const isReport =
    /multipart\/report/i.test(headerOf(mail, 'content-type') ?? '') &&
    !mail.reports.some(({ mediaType }) => mediaType === 'message/disposition-notification');
  const words = aboutFailure(mail.text || mail.html).slice(0, 4_000);
  const hasWords = BOUNCE_WORDS.test(words);
  // A person may quote a server's answer below their own words.
  const isProgram = isFromSystem || /^auto-/i.test(headerOf(mail, 'auto-submitted') ?? '') || !isAnswer(mail);
  const quotesServer = isProgram && quotesRefusal(words);
  const isDaemon = /^mailer-?daemon/i.test(local) && !/delivered successfully|successfully delivered/i.test(mail.text);
  return isFailed || isDaemon || [isFromSystem, hasSubject, hasWords, isReport, quotesServer].filter(Boolean).length >= 2;
}

const isAnswer = ({ inReplyTo, references, subject }: ParsedMail): boolean =>
  (inReplyTo.length > 0 || references.length > 0) && /^re\b/i.test(subject);
