/** A message on a phone; `out` if its owner wrote it. */
export interface OnPhone {
  out: boolean;
  text: string;
}

/** Phones of the fictional people at the demo's Telegram. */
export interface Phones {
  /** Returns the last code sent to the phone. */
  codeFor(phone: string): Promise<string | undefined>;
  /** Empty until the username is looked up. */
  messagesOf(username: string): Promise<OnPhone[]>;
  /** Reads the messages of the SIM card and answers. */
  answer(username: string, answer: { phone: string; text: string }): Promise<void>;
  read(username: string, phone: string): Promise<void>;
}
