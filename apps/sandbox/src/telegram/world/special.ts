export type Trait = 'missing' | 'private' | 'stars' | 'blocked' | 'premium' | 'deleted' | 'renamed' | 'bot' | 'channel' | 'flood';

/** Username suffixes with special behaviour; all others are regular users. */
const ENDINGS: [ending: string, trait: Trait][] = [
  ['_missing', 'missing'],
  ['_private', 'private'],
  ['_stars', 'stars'],
  ['_blocked', 'blocked'],
  ['_premium', 'premium'],
  ['_deleted', 'deleted'],
  ['_renamed', 'renamed'],
  ['_flood', 'flood'],
  ['_channel', 'channel'],
  ['bot', 'bot'],
];

export const traitOfUsername = (username: string): Trait | null =>
  ENDINGS.find(([ending]) => username.toLowerCase().endsWith(ending))?.[1] ?? null;

export type PhoneTrait = 'password' | 'banned' | 'unoccupied' | 'flood' | 'invalid' | 'expired' | 'peer_flood' | 'elsewhere' | 'frozen';

/** Reserved example phones with special behaviour; all others receive a code and sign in. */
const PHONES = new Map<string, PhoneTrait>([
  ['12025550101', 'password'],
  ['12025550102', 'banned'],
  ['12025550103', 'unoccupied'],
  ['12025550104', 'flood'],
  ['12025550105', 'invalid'],
  ['12025550106', 'expired'],
  ['12025550107', 'peer_flood'],
  ['12025550108', 'elsewhere'],
  ['12025550109', 'frozen'],
]);

export const traitOfPhone = (phone: string): PhoneTrait | null => PHONES.get(phone) ?? null;

export const DEMO_PASSWORD = 'sandbox';
