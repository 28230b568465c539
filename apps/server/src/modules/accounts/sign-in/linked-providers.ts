import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { providerRemovedEmail } from '../emails/providers.ts';
import { lockUserForFactors } from '../store/factors.ts';
import { endSessionsOf } from '../store/sessions.ts';
import { type Proof, requireProof } from './require-proof.ts';
import type { SignInServices } from './services.ts';
import { requireSignInMethod } from './social.ts';
import { languageOf } from '../users/language.ts';

interface LinkedProviders {
  /** Oldest first. */
  list(tx: Tx, userId: number): Promise<{ id: number; provider: string; linked_at: Date; is_usable: boolean }[]>;
  remove(tx: Tx, userId: number, id: number): Promise<unknown>;
  removeSince(tx: Tx, userId: number, since: Date): Promise<unknown>;
}

export type ProviderServices = SignInServices & { linkedProviders: LinkedProviders };

/** Throws not_found, FieldErrors, provider_kept, social_last_way. */
export async function removeProvider(
  services: ProviderServices,
  proof: Proof,
  { id, spared }: { id: number; spared: Buffer },
): Promise<void> {
  const { database, clock, linkedProviders, mustUseProvider, publicUrl, queueSystemEmail } = services;
  const find = async (tx: Tx) => (await linkedProviders.list(tx, proof.userId)).find((one) => one.id === id);
  if (!(await database.asSystem(find))) throw new AppError('not_found');
  const user = await requireProof(services, proof);
  await database.asSystem(async (tx) => {
    await lockUserForFactors(tx, user.id);
    const linked = await find(tx);
    if (!linked) throw new AppError('not_found');
    if (await mustUseProvider(tx, user, clock.now())) throw new AppError('provider_kept');
    await linkedProviders.remove(tx, user.id, id);
    await requireSignInMethod(tx, user);
    await endSessionsOf(tx, user.id, spared);
    const { provider } = linked;
    await queueSystemEmail(
      tx,
      providerRemovedEmail({ to: user.email, provider, url: `${publicUrl}/users/recover`, language: await languageOf(tx, user) }),
    );
  });
}
