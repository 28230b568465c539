export interface OnPhone {
  out: boolean;
  text: string;
}

export interface Phones {
  codeFor(phone: string): Promise<string | undefined>;
  messagesOf(username: string): Promise<OnPhone[]>;
  answer(username: string, answer: { phone: string; text: string }): Promise<void>;
  read(username: string, phone: string): Promise<void>;
}
