import type { PasskeyCreation, PasskeyUse } from '@headwater/contract/passkeys';
import { AppError } from '#platform/errors.ts';
import type { PasskeyRow } from '../store/passkeys.ts';

/** Loaded on first use (9 MB). */
export const webauthn = () => import('@simplewebauthn/server');

export interface RelyingParty {
  /** For example http://localhost:3000, with the id localhost. */
  origin: string;
  id: string;
}

export interface PasskeyPlaces {
  /** Undefined if passkeys cannot work there. */
  passkeyOriginAt(host: string): string | undefined;
}

/** Throws passkeys_off. */
export function partyAt({ passkeyOriginAt }: PasskeyPlaces, { host }: { host: string }): RelyingParty {
  const origin = passkeyOriginAt(host);
  if (origin === undefined) throw new AppError('passkeys_off');
  return { origin, id: new URL(origin).hostname };
}

/** Untrusted until verified. */
export function challengeIn({ response: { clientDataJSON } }: PasskeyCreation | PasskeyUse): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Attestation certificates are rejected, because checking them would fetch URLs from them. */
async function hasCertificates({ response: { attestationObject } }: PasskeyCreation): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

export interface VerifiedPasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

export async function verifyCreation(
  creation: PasskeyCreation,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<VerifiedPasskey | undefined> {
  try {
    if (await hasCertificates(creation)) return undefined;
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: creation,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    return undefined;
  }
}

/** Returns the new counter. */
export async function verifyUse(
  use: PasskeyUse,
  { challenge, party, passkey }: { challenge: string; party: RelyingParty; passkey: PasskeyRow },
): Promise<number | undefined> {
  if (use.response.userHandle !== passkey.user_handle.toString('base64url')) return undefined;
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: use,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
