import { api } from '#lib/api.ts';

/** Of the whole origin: a click may open any place. */
const worker = { file: '/push-worker.js', scope: '/' };

/** Whether this browser can show notifications here, and what its person has said to that. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'subscribed';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
const findRegistration = () => navigator.serviceWorker.getRegistration(worker.scope);

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await findRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** As this browser knows it; the server may have forgotten it meanwhile. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'subscribed' : 'off';
}

/** The vendor's service gave no address. */
export class NoPushService extends Error {}

/** Asks for leave, which needs the press of a button, and tells the server. Throws NoPushService, or what the server answers. */
export async function turnPushOn(key: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const subscription = await subscribe(key).catch((error: unknown) => {
    throw new NoPushService('no push service', { cause: error });
  });
  const { keys } = subscription.toJSON();
  try {
    await api.notices.addBrowser({ endpoint: subscription.endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' });
  } catch (error) {
    await turnPushOff();
    throw error;
  }
  return 'subscribed';
}

/** `serviceWorker.ready` goes on naming a registration that was taken away since, and takes for ever where a worker cannot be started. */
async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const comes = registration.installing ?? registration.waiting;
  if (registration.active || !comes) return registration;
  await new Promise<void>((resolve, reject) => {
    comes.addEventListener('statechange', () => {
      if (comes.state === 'activated') resolve();
      if (comes.state === 'redundant') reject(new Error('the worker could not be started'));
    });
  });
  return registration;
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await activated(
    await navigator.serviceWorker.register(worker.file, { scope: worker.scope, updateViaCache: 'none' }),
  );
  // One of another session, or for another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Nothing of it is left in this browser. */
export async function turnPushOff(): Promise<void> {
  const registration = await findRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}

/** A browser that the server does not know for this session (another person signed in, or it was removed elsewhere) takes nothing any more. */
export async function leaveForeignPush(): Promise<void> {
  const { browsers } = await api.notices.listBrowsers();
  if (!browsers.some(({ is_current: isCurrent }) => isCurrent)) await turnPushOff();
}
