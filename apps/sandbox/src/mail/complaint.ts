import { randomUUID } from 'node:crypto';

/** The RFC 5965 report that providers send when a recipient marks a message as spam. */
export function composeComplaint(
  { mailbox, raw }: { mailbox: string; raw: Buffer },
  { target, at, id }: { target: string; at: Date; id?: string | undefined },
): Buffer {
  const boundary = randomUUID();
  const part = (type: string, body: string): string => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
  const date = at.toUTCString().replace('GMT', '+0000');
  const head = [
    'From: Feedback Loop <feedback@sandbox.test>',
    `To: ${target}`,
    'Subject: Complaint about a message',
    `Date: ${date}`,
    `Message-ID: ${id ?? `<${randomUUID()}@sandbox.test>`}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=feedback-report; boundary="${boundary}"`,
    '',
    part('text/plain; charset=utf-8', `${mailbox} marked a message as spam.\r\n`),
    part(
      'message/feedback-report',
      `Feedback-Type: abuse\r\nUser-Agent: sandbox\r\nVersion: 1\r\nOriginal-Rcpt-To: ${mailbox}\r\nArrival-Date: ${date}\r\n`,
    ),
    `--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), raw, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
