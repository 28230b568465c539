export type MailAddress = { name: string; address: string };

/** Headers keep order and repeats; names in lower case, values unfolded and decoded. */
export type MailHeader = { name: string; value: string };

export type MailAttachment = { name: string; mediaType: string; bytes: number; inline: boolean };

/** `message/delivery-status`, `message/feedback-report`, or the reported message. */
export type MailReportPart = { mediaType: string; text: string };

/** Ids keep their angle brackets. Missing parts are empty, never undefined. */
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
  /** ISO 8601 */
  date: string | null;
  headers: MailHeader[];
  text: string;
  html: string;
  reports: MailReportPart[];
  attachments: MailAttachment[];
};
