/** A message on somebody's phone; `out` where they wrote it. */
export interface OnPhone {
  out: boolean;
  text: string;
}

/** The phones of the people of the demo, at its Telegram. Nobody real is among them. */
export interface Phones {
  /** The code that was sent to the phone last. */
  codeFor(phone: string): Promise<string | undefined>;
  /** Nothing where nobody has looked for the name yet. */
  messagesOf(username: string): Promise<OnPhone[]>;
  /** They read what the SIM card wrote, and answer it. */
  answer(username: string, answer: { phone: string; text: string }): Promise<void>;
  read(username: string, phone: string): Promise<void>;
}
