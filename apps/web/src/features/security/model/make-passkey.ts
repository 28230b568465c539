import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyUse } from '@headwater/contract/passkeys';
import { agentName } from '#lib/user-agent.ts';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Question = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** `elsewhere`: only at the configured address; `nowhere`: not at this address. */
export type PasskeyPlace = 'here' | 'elsewhere' | 'nowhere' | 'unknown';

export function passkeyPlace(origin: string | null): PasskeyPlace {
  if (origin === null) return 'nowhere';
  if (origin !== location.origin) return 'elsewhere';
  return 'PublicKeyCredential' in globalThis ? 'here' : 'unknown';
}

/** Returns `known` if the device already has one, undefined if refused. */
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

export function passkeyName(): string {
  const { browser, system } = agentName(navigator.userAgent);
  return [browser, system].filter(Boolean).join(', ');
}
