import { safeNext } from '@headwater/domain/landing';
import { api } from '#lib/api.ts';
import { announceUser } from '#lib/current-user.ts';

/** Reloads this tab and the others, because all displayed data belongs to another user. */
function startAfresh(userId: number, next: string): void {
  announceUser(userId);
  globalThis.location.assign(next);
}

const beforeKey = 'headwater.before-acting';

/** Stores the current URL for the return. Without storage, the return opens the home page. */
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

const whoAmI = async () => (await api.accounts.me()).id;

/** ROLE-031 */
export async function logInAs(id: number): Promise<void> {
  const { next } = await api.impersonation.logInAs({ id });
  keepAddress();
  startAfresh(id, next);
}

/** ROLE-032 */
export async function logInAsServiceManager(companyId: number): Promise<void> {
  const { next } = await api.impersonation.logInAsServiceManager({ id: companyId });
  keepAddress();
  startAfresh(await whoAmI(), next);
}

export async function returnToOneself(): Promise<void> {
  const { next } = await api.impersonation.return();
  startAfresh(await whoAmI(), takeAddress() ?? next);
}
