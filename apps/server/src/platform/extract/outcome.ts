import type { Rows } from './table.ts';

/** `unreadable`: fonts without a map to Unicode. `unpacks_large`: too much text in an archive. */
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
