import type { MailboxFailure } from '#modules/messaging/channels/mailbox-port.ts';

/** Typed failure inside the adapter; methods of the port convert it to their result. */
export class MailboxError extends Error {
  readonly failure: MailboxFailure;

  constructor(failure: MailboxFailure, options?: ErrorOptions) {
    super(failure.detail, options);
    this.failure = failure;
  }
}
