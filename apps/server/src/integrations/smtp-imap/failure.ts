import type { MailboxFailure, MailboxFailureReason, MailSecurity } from '#modules/messaging/channels/mailbox-port.ts';

type WireError = Error & {
  code?: string;
  command?: string;
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

const CERTIFICATE: Record<string, MailboxFailureReason> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  HOSTNAME_MISMATCH: 'certificate_name',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  CERT_UNTRUSTED: 'certificate_untrusted',
  ERR_SSL_WRONG_VERSION_NUMBER: 'plain_port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'plain_port',
};

/** Responses of servers that require TLS first (RFC 3207, RFC 4954, RFC 5530). */
const WANTS_TLS =
  /starttls|encryption (?:is )?required|5\.7\.11\b|privacyrequired|logindisabled|non-secure|plaintext (?:auth|login)|authentication not enabled/i;
const NO_STARTTLS =
  /(?:error upgrading connection with starttls|does not support (?:required )?starttls|upgrade.*tls.*not supported|server does not support starttls)/i;

const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

export function asWireError(error: unknown): WireError {
  return error instanceof Error ? error : new Error(String(error));
}

export function failureOf(
  server: MailboxFailure['server'],
  error: unknown,
  security: MailSecurity | undefined = undefined,
): MailboxFailure {
  const wire = asWireError(error);
  return { server, reason: reasonOf(wire, security), detail: detailOf(wire) };
}

function reasonOf(error: WireError, security: MailSecurity | undefined): MailboxFailureReason {
  const codes = [error.originalCode, error.code, asWireError(error.cause).code].filter((code) => code !== undefined);
  const certificate = codes.map((code) => CERTIFICATE[code]).find((reason) => reason !== undefined);
  if (certificate) return certificate;
  const responseText = `${error.message} ${detailOf(error)}`;
  if (security === 'none' && WANTS_TLS.test(responseText)) return 'needs_tls';
  if (security === 'starttls' && NO_STARTTLS.test(responseText)) return 'no_starttls';
  if (error.tlsFailed === true || codes.some((code) => TLS_CODE.test(code))) return 'tls';
  // 4xx on sign-in is a server problem (RFC 4954: 454), not a wrong password.
  const isTemporary = error.responseCode !== undefined && error.responseCode < 500;
  if (error.authenticationFailed === true || error.code === 'EAUTH')
    return isUnavailable(error) || isTemporary ? 'protocol' : 'wrong_password';
  return codes.map((code) => REASONS[code]).find((reason) => reason !== undefined) ?? 'protocol';
}

const isUnavailable = (error: WireError): boolean => ['UNAVAILABLE', 'INUSE', 'LIMIT'].includes(error.serverResponseCode ?? '');

function detailOf(error: WireError): string {
  const responseText = error.responseText ?? (typeof error.response === 'string' ? error.response : '');
  return (responseText || error.message).replaceAll(/\s+/g, ' ').slice(0, 300);
}
