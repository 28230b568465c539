import { randomBytes, randomInt } from 'node:crypto';

export type SentCode = {
  phone: string;
  code: string;
  hash: string;
  /** Seconds since 1970. */
  sentAt: number;
  way: 'sms' | 'app';
  attempts: number;
  isUsed: boolean;
};

export type SignIns = {
  send(phone: string, way: SentCode['way']): SentCode;
  find(phone: string, hash: string): SentCode | null;
  cancel(code: SentCode): void;
  list(phone?: string): SentCode[];
};

export const CODE_LENGTH = 5;
/** Seconds. */
export const CODE_LIFETIME = 300;
export const MOST_ATTEMPTS = 5;
const MOST_CODES = 500;

export function createSignIns(seconds: () => number): SignIns {
  let codes: SentCode[] = [];
  return {
    send(phone, way) {
      const sent: SentCode = {
        phone,
        code: String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0'),
        hash: randomBytes(9).toString('hex'),
        sentAt: seconds(),
        way,
        attempts: 0,
        isUsed: false,
      };
      codes = [sent, ...codes].slice(0, MOST_CODES);
      return sent;
    },
    find(phone, hash) {
      const newest = codes.find((one) => one.phone === phone);
      return newest?.hash === hash && !newest.isUsed ? newest : null;
    },
    cancel(code) {
      codes = codes.filter((one) => one !== code);
    },
    list: (phone) => codes.filter((one) => phone === undefined || one.phone === phone),
  };
}
