import { hourMs } from '@headwater/domain/time/durations';
import type { IdentityProvider, Metadata } from '#modules/sso/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Backend, SocialServices } from './services.ts';

/** Caches metadata for an hour, and keeps it if the service does not answer. */
export function createConfigurations({ provider, clock }: { provider: IdentityProvider; clock: Clock }): SocialServices['metadataOf'] {
  const known = new Map<string, { metadata: Metadata; until: number }>();
  const underWay = new Map<string, Promise<Metadata>>();
  const read = async ({ name, idpUrl, ofAllTenants }: Backend) => {
    const metadata = await provider.discover({ idpUrl, isInternal: true }, { ofAllTenants });
    known.set(name, { metadata, until: clock.now().getTime() + hourMs });
    return metadata;
  };
  return async (backend) => {
    const last = known.get(backend.name);
    if (last && last.until > clock.now().getTime()) return last.metadata;
    const reading = underWay.get(backend.name) ?? read(backend).finally(() => underWay.delete(backend.name));
    underWay.set(backend.name, reading);
    return last ? reading.catch(() => last.metadata) : reading;
  };
}
