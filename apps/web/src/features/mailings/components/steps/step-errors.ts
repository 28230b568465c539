/** What the server says of one message: field -> its first message. */
export type StepErrors = Readonly<Record<string, string>>;
