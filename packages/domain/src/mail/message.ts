/** A mailbox with its display name; `name` is empty when none was given. */
export type MailAddress = { name: string; address: string };

/** Headers keep their order and their repeats; names are lower case, values are unfolded and decoded. */
export type MailHeader = { name: string; value: string };

/** What is known of an attached file without keeping its bytes. */
export type MailAttachment = { name: string; mediaType: string; bytes: number; inline: boolean };

/** A machine-readable part of a report: `message/delivery-status`, `message/feedback-report`, or the message reported on. */
export type MailReportPart = { mediaType: string; text: string };

/** A message as it was received. Ids keep their angle brackets. Absent parts are empty, never undefined. */
export type ParsedMail = {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  from: MailAddress | null;
  sender: MailAddress | null;
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  /** ISO 8601, or null where the Date header is absent or unreadable. */
  date: string | null;
  headers: MailHeader[];
  text: string;
  html: string;
  reports: MailReportPart[];
  attachments: MailAttachment[];
};
