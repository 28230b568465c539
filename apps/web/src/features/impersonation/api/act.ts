import { safeNext } from '@headwater/domain/landing';
import { api } from '#lib/api.ts';
import { announceUser } from '#lib/current-user.ts';

/** Whatever is shown belongs to somebody else from here on, in the other tabs too: they all start afresh. */
function startAfresh(userId: number, next: string): void {
  announceUser(userId);
  globalThis.location.assign(next);
}

const beforeKey = 'headwater.before-acting';

/** Keeps the open address for the return. Without storage the return leads to the home page. */
function keepAddress(): void {
  try {
    sessionStorage.setItem(beforeKey, `${location.pathname}${location.search}`);
  } catch {}
}

function takeAddress(): string | undefined {
  try {
    const kept = sessionStorage.getItem(beforeKey) ?? undefined;
    sessionStorage.removeItem(beforeKey);
    return safeNext(kept);
  } catch {
    return undefined;
  }
}

/** The person whom the session is now. */
const whoAmI = async () => (await api.accounts.me()).id;

/** ROLE-031. */
export async function logInAs(id: number): Promise<void> {
  const { next } = await api.impersonation.logInAs({ id });
  keepAddress();
  startAfresh(id, next);
}

/** ROLE-032. */
export async function logInAsServiceManager(companyId: number): Promise<void> {
  const { next } = await api.impersonation.logInAsServiceManager({ id: companyId });
  keepAddress();
  startAfresh(await whoAmI(), next);
}

/** Leads back to the page where acting began. */
export async function returnToOneself(): Promise<void> {
  const { next } = await api.impersonation.return();
  startAfresh(await whoAmI(), takeAddress() ?? next);
}
