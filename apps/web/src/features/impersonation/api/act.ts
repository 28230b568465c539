import { api } from '#lib/api.ts';
import { announceUser } from '#lib/current-user.ts';

/** Whatever is shown belongs to somebody else from here on, in the other tabs too: they all start afresh. */
function startAfresh(userId: number, next: string): void {
  announceUser(userId);
  globalThis.location.assign(next);
}

/** The person whom the session is now. */
const whoAmI = async () => (await api.accounts.me()).id;

/** ROLE-031. */
export async function logInAs(id: number): Promise<void> {
  const { next } = await api.impersonation.logInAs({ id });
  startAfresh(id, next);
}

/** ROLE-032. */
export async function logInAsServiceManager(companyId: number): Promise<void> {
  const { next } = await api.impersonation.logInAsServiceManager({ id: companyId });
  startAfresh(await whoAmI(), next);
}

export async function returnToOneself(): Promise<void> {
  const { next } = await api.impersonation.return();
  startAfresh(await whoAmI(), next);
}
