import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyUse } from '@headwater/contract/passkeys';
import { agentName } from '#lib/user-agent.ts';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Question = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Where passkeys can be made: here, only at that address, nowhere at this address, or not in this browser. */
export type PasskeyPlace = 'here' | 'elsewhere' | 'nowhere' | 'unknown';

export function passkeyPlace(origin: string | null): PasskeyPlace {
  if (origin === null) return 'nowhere';
  if (origin !== location.origin) return 'elsewhere';
  return 'PublicKeyCredential' in globalThis ? 'here' : 'unknown';
}

/** What the browser made after it has asked its person; `known` where this device has one already, undefined where it was refused. */
export async function makePasskey(options: object): Promise<PasskeyCreation | 'known' | undefined> {
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as Options });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
    };
  } catch (error) {
    return error instanceof Error && error.name === 'InvalidStateError' ? 'known' : undefined;
  }
}

/** What a passkey of this device has signed after it has asked its person; undefined where it was refused. */
export async function signWithPasskey(options: object): Promise<PasskeyUse | undefined> {
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options as Question });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
    return { id, rawId, type, clientExtensionResults: {}, response: signed };
  } catch {
    return undefined;
  }
}

/** What it may be called: the browser and the system that made it. */
export function passkeyName(): string {
  const { browser, system } = agentName(navigator.userAgent);
  return [browser, system].filter(Boolean).join(', ');
}
