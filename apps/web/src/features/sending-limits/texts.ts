import type sendingLimits from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    'sending-limits': typeof sendingLimits;
  }
}
