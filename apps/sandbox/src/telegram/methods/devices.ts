import type { AuthKey } from '../wire/keys.ts';

type Device = { model: string; system: string; version: string };

const devices = new WeakMap<AuthKey, Device>();

export const recordDevice = (key: AuthKey, device: Device): void => void devices.set(key, device);
export const deviceOf = (key: AuthKey): Device => devices.get(key) ?? { model: 'Unknown', system: '', version: '' };
