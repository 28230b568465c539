import { z } from 'zod';

const bytes = (most: number) => z.base64url().min(1).max(most);
const credentialId = bytes(1400);

const shared = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  /** No extensions are requested, so their results are ignored. */
  clientExtensionResults: z.looseObject({}).transform(() => ({})),
};

/** JSON of `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** JSON of `navigator.credentials.get`. */
export const passkeyUse = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).optional(),
  }),
});
export type PasskeyUse = z.infer<typeof passkeyUse>;

/** Options of those calls; the server's library writes them, the browser's reads them. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

const example = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
export const passkeyCreationExample = { ...example, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
export const passkeyUseExample = { ...example, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };
