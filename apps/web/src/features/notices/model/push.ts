import { api } from '#lib/api.ts';

/** Scope of the whole origin, because a click can open any page. */
const worker = { file: '/push-worker.js', scope: '/' };

type PushState = 'unsupported' | 'blocked' | 'off' | 'subscribed';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
const findRegistration = () => navigator.serviceWorker.getRegistration(worker.scope);

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await findRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The state in the browser. The server may have removed the subscription. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'subscribed' : 'off';
}

/** The browser vendor's push service returned no address. */
export class NoPushService extends Error {}

/** Requires a user gesture. Throws NoPushService or the server's error. */
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

/** `serviceWorker.ready` can return an unregistered worker, or never resolve. */
async function waitForActivation(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const pending = registration.installing ?? registration.waiting;
  if (registration.active || !pending) return registration;
  await new Promise<void>((resolve, reject) => {
    pending.addEventListener('statechange', () => {
      if (pending.state === 'activated') resolve();
      if (pending.state === 'redundant') reject(new Error('the worker could not be started'));
    });
  });
  return registration;
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await waitForActivation(
    await navigator.serviceWorker.register(worker.file, { scope: worker.scope, updateViaCache: 'none' }),
  );
  // A subscription of another session, or with another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

export async function turnPushOff(): Promise<void> {
  const registration = await findRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}

/** Another user signed in, or the browser was removed elsewhere. */
export async function removeForeignPush(): Promise<void> {
  const { browsers } = await api.notices.listBrowsers();
  if (!browsers.some(({ is_current: isCurrent }) => isCurrent)) await turnPushOff();
}
