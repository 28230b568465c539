import type { MailAddress, ParsedMail } from './message.ts';

const limits = {
  text: 64 * 1024,
  html: 512 * 1024,
  /** RFC 5322 limit of a header line. */
  line: 998,
  header: 4_000,
  headers: 500,
  ids: 100,
  reports: 10,
  report: 64 * 1024,
} as const;

const boundedAddress = (one: MailAddress | null): MailAddress | null =>
  one && { name: one.name.slice(0, limits.line), address: one.address.slice(0, limits.line) };

const usableIds = (ids: readonly string[]): string[] => ids.filter((id) => id.length <= limits.line);

/** Keeps the last references, which are the nearest. */
export function withinBounds(mail: ParsedMail): ParsedMail {
  return {
    ...mail,
    messageId: mail.messageId !== null && mail.messageId.length <= limits.line ? mail.messageId : null,
    inReplyTo: usableIds(mail.inReplyTo).slice(0, limits.ids),
    references: usableIds(mail.references).slice(-limits.ids),
    from: boundedAddress(mail.from),
    sender: boundedAddress(mail.sender),
    subject: mail.subject.slice(0, limits.line),
    headers: mail.headers.slice(0, limits.headers).map(({ name, value }) => ({ name, value: value.slice(0, limits.header) })),
    text: mail.text.slice(0, limits.text),
    html: mail.html.slice(0, limits.html),
    reports: mail.reports.slice(0, limits.reports).map(({ mediaType, text }) => ({ mediaType, text: text.slice(0, limits.report) })),
  };
}
