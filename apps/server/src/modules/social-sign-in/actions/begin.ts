import { DiscoveryError, type Metadata, startSignIn } from '#modules/sso/public.ts';
import { AppError } from '#platform/errors.ts';
import type { Backend, SocialServices } from '../services.ts';
import { insertSignIn } from '../store.ts';

export const stateKind = 'social sign-in';

export function requireBackend({ backends }: Pick<SocialServices, 'backends'>, name: string): Backend {
  const backend = backends.find((one) => one.name === name);
  if (!backend) throw new AppError('not_found');
  return backend;
}

export const clientOf = ({ clientId, clientSecret, idpUrl }: Backend, metadata: Metadata, redirectUri: string) => ({
  clientId,
  clientSecret,
  idpUrl,
  // The operator has configured the URL.
  isInternal: true,
  metadata,
  redirectUri,
  audience: '',
  trustId: '',
});

interface Beginning {
  backend: Backend;
  next?: string | undefined;
  browser: string | undefined;
  redirectUri: string;
  sessionHash?: Buffer;
}

export async function beginSignIn(services: SocialServices, { backend, next, browser, redirectUri, sessionHash }: Beginning) {
  const metadata = await services.metadataOf(backend).catch((error: unknown) => {
    throw error instanceof DiscoveryError ? new AppError('social_away') : error;
  });
  const client = clientOf(backend, metadata, redirectUri);
  const hint = { prompt: 'select_account' } as const;
  const { url, browser: known, row } = await startSignIn(services, { client, hint, next, browser, kind: stateKind });
  await services.database.asSystem((tx) => insertSignIn(tx, { ...row, backend: backend.name, session_hash: sessionHash ?? null }));
  return { url, browser: known };
}
