import type { Rows } from './table.ts';

/**
 * `unreadable`: the fonts do not map to Unicode. `unpacks_large`: the archive unpacks to too much
 * text.
 */
export type ExtractFailure =
  | 'too_large'
  | 'empty'
  | 'unsupported'
  | 'encrypted'
  | 'broken'
  | 'no_text'
  | 'unreadable'
  | 'too_slow'
  | 'unpacks_large';

export interface ExtractedText {
  text: string;
  links: string[];
  rows?: Rows;
}

export type Extracted = ({ ok: true } & ExtractedText) | { ok: false; reason: ExtractFailure };

export class ExtractError extends Error {
  readonly reason: ExtractFailure;
  constructor(reason: ExtractFailure) {
    super(reason);
    this.reason = reason;
  }
}
