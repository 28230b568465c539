import type { MailboxFailure } from '#modules/messaging/channels/mailbox-port.ts';

/** Carries a typed failure through the adapter; the port's methods turn it into their answers. */
export class MailboxError extends Error {
  readonly failure: MailboxFailure;

  constructor(failure: MailboxFailure, options?: ErrorOptions) {
    super(failure.detail, options);
    this.failure = failure;
  }
}
