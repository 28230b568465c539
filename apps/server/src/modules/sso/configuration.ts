import type { Tx } from '#platform/database/database.ts';
import { DiscoveryError, type Metadata } from './identity-provider-port.ts';
import type { SsoServices } from './services.ts';
import { findConfiguration, lockSettings, saveConfiguration, saveFailure } from './store/settings.ts';

type Services = Pick<SsoServices, 'database' | 'clock' | 'provider'>;
type Provided = { company_id: number; idp_url: string; is_internal: boolean };

/** Ignores late answers of a replaced provider. Throws DiscoveryError. */
export async function readConfiguration(
  services: Services,
  { company_id: companyId, idp_url: idpUrl, is_internal: isInternal }: Provided,
): Promise<Metadata> {
  const { database, clock, provider } = services;
  const keep = (save: (tx: Tx) => Promise<unknown>) =>
    database.asSystem(async (tx) => {
      if ((await lockSettings(tx, companyId))?.idp_url === idpUrl) await save(tx);
    });
  try {
    const metadata = await provider.discover({ idpUrl, isInternal });
    await keep((tx) => saveConfiguration(tx, companyId, { metadata, now: clock.now() }));
    return metadata;
  } catch (error) {
    if (!(error instanceof DiscoveryError)) throw error;
    await keep((tx) => saveFailure(tx, companyId, { failure: error.fault, now: clock.now() }));
    throw error;
  }
}

/** Throws DiscoveryError. */
export async function configurationOf(services: Services, settings: Provided): Promise<Metadata> {
  const row = await services.database.asSystem((tx) => findConfiguration(tx, settings.company_id));
  return row?.metadata ?? readConfiguration(services, settings);
}
