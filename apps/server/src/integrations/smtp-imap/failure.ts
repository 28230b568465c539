import type { MailboxFailure, MailboxFailureReason } from '#modules/outreach/mailbox-port.ts';

/** What nodemailer, imapflow and node put on their errors, as far as it is read here. */
type WireError = Error & {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: unknown;
  responseText?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  serverResponseCode?: string;
};

const REASONS: Record<string, MailboxFailureReason> = {
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  EDNS: 'host_unknown',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EACCES: 'refused',
  ETIMEDOUT: 'timeout',
  ETIMEOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  GREETING_TIMEOUT: 'timeout',
  UPGRADE_TIMEOUT: 'timeout',
  ETLS: 'tls',
  EPROTO: 'tls',
  ClosedAfterConnectTLS: 'tls',
  EAUTH: 'wrong_password',
};

/** Certificates that do not stand, and plain text answered to a TLS handshake. */
const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

export function asWireError(error: unknown): WireError {
  return error instanceof Error ? error : new Error(String(error));
}

export function failureOf(server: MailboxFailure['server'], error: unknown): MailboxFailure {
  const wire = asWireError(error);
  return { server, reason: reasonOf(wire), detail: detailOf(wire) };
}

function reasonOf(error: WireError): MailboxFailureReason {
  const codes = [error.originalCode, error.code].filter((code) => code !== undefined);
  if (error.tlsFailed === true || codes.some((code) => TLS_CODE.test(code))) return 'tls';
  // 4xx to a sign-in is a server in trouble (RFC 4954: 454), not a wrong password.
  const isTemporary = error.responseCode !== undefined && error.responseCode < 500;
  if (error.authenticationFailed === true || error.code === 'EAUTH')
    return isUnavailable(error) || isTemporary ? 'protocol' : 'wrong_password';
  return codes.map((code) => REASONS[code]).find((reason) => reason !== undefined) ?? 'protocol';
}

const isUnavailable = (error: WireError): boolean => ['UNAVAILABLE', 'INUSE', 'LIMIT'].includes(error.serverResponseCode ?? '');

function detailOf(error: WireError): string {
  const said = error.responseText ?? (typeof error.response === 'string' ? error.response : '');
  return (said || error.message).replaceAll(/\s+/g, ' ').slice(0, 300);
}
