import type { tl } from '@mtcute/core';
import { THIS_DC } from '../world/views.ts';
import type { World } from '../world/world.ts';
import type { Caller, Methods } from './method.ts';

export const helpMethods: Methods<Caller> = {
  'help.getConfig': ({ world }) => configOf(world.address(), world.seconds()),
  'help.getNearestDc': () => ({ _: 'nearestDc', country: 'NL', thisDc: THIS_DC, nearestDc: THIS_DC }),
  'help.getAppConfig': ({ world, key }) => ({
    _: 'help.appConfig',
    hash: 0,
    config: { _: 'jsonObject', value: freezeOf(world, key.userId) },
  }),
  'help.getTermsOfServiceUpdate': ({ world }) => ({ _: 'help.termsOfServiceUpdateEmpty', expires: world.seconds() + 86_400 }),
};

const APPEAL_SECONDS = 30 * 86_400;

const entry = (key: string, value: tl.TypeJSONValue): tl.RawJsonObjectValue => ({ _: 'jsonObjectValue', key, value });

/** https://core.telegram.org/api/auth#frozen-accounts */
function freezeOf(world: World, userId: number | null): tl.RawJsonObjectValue[] {
  const since = (userId === null ? null : world.people.find(userId))?.frozenSince ?? null;
  if (since === null) return [];
  return [
    entry('freeze_since_date', { _: 'jsonNumber', value: since }),
    entry('freeze_until_date', { _: 'jsonNumber', value: since + APPEAL_SECONDS }),
    entry('freeze_appeal_url', { _: 'jsonString', value: 'https://t.me/spambot' }),
  ];
}

const configOf = ({ host, port }: { host: string; port: number }, seconds: number): tl.RawConfig => ({
  _: 'config',
  date: seconds,
  expires: seconds + 3600,
  testMode: false,
  thisDc: THIS_DC,
  // All data centres have the address of this server.
  dcOptions: [1, 2, 3, 4, 5].flatMap((id) => [
    { _: 'dcOption' as const, id, ipAddress: host, port, thisPortOnly: true },
    { _: 'dcOption' as const, id, ipAddress: host, port, thisPortOnly: true, mediaOnly: true },
  ]),
  dcTxtDomainName: 'localhost',
  chatSizeMax: 200,
  megagroupSizeMax: 200_000,
  forwardedCountMax: 100,
  onlineUpdatePeriodMs: 210_000,
  offlineBlurTimeoutMs: 5000,
  offlineIdleTimeoutMs: 30_000,
  onlineCloudTimeoutMs: 300_000,
  notifyCloudDelayMs: 30_000,
  notifyDefaultDelayMs: 1500,
  pushChatPeriodMs: 60_000,
  pushChatLimit: 2,
  editTimeLimit: 172_800,
  revokeTimeLimit: 2_147_483_647,
  revokePmTimeLimit: 2_147_483_647,
  ratingEDecay: 2_419_200,
  stickersRecentLimit: 200,
  channelsReadMediaPeriod: 604_800,
  callReceiveTimeoutMs: 20_000,
  callRingTimeoutMs: 90_000,
  callConnectTimeoutMs: 30_000,
  callPacketTimeoutMs: 10_000,
  meUrlPrefix: 'https://t.me/',
  captionLengthMax: 1024,
  messageLengthMax: 4096,
  webfileDcId: THIS_DC,
});
