import { mail } from './product-url.ts';

/** Message on a candidate's phone. */
export interface OnPhone {
  id: number;
  /** Written by the candidate. */
  out: boolean;
  text: string;
  file: { name: string; size: number } | null;
  read: boolean;
  /** Id of the message that it replies to, on the same phone. */
  reply_to: number | null;
}

async function control<T>(path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${mail}/control/telegram/${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** Latest code that Telegram sent to a phone. */
export const codeFor = async (phone: string): Promise<string> =>
  (await control<{ code: string }[]>(`codes?phone=${encodeURIComponent(phone)}`))[0]?.code ?? '';

export const onPhoneOf = (name: string): Promise<OnPhone[]> => control(`people/${name}/messages`);

interface Answer {
  phone: string;
  text: string;
  reply_to?: number;
  file?: { name: string; mime_type: string; base64: string };
}

/** Sends a message of the candidate to a SIM card. */
export const answerAs = (name: string, answer: Answer): Promise<unknown> => control(`people/${name}/reply`, answer);

/** Sends the first message of a person without a dialog. */
export const answerFirst = (name: string, answer: Answer): Promise<unknown> => control(`people/${name}/reply`, { ...answer, makes: true });

/** Edits a message of the candidate. */
export const editAs = (name: string, id: number, text: string): Promise<unknown> => control(`people/${name}/edit`, { id, text });

/** Sets the candidate's reaction to a message; null removes it. */
export const reactAs = (name: string, id: number, emoji: string | null): Promise<unknown> => control(`people/${name}/react`, { id, emoji });

/** Deletes a message of the candidate for both sides. */
export const deleteAs = (name: string, id: number): Promise<unknown> => control(`people/${name}/delete`, { id });

/** Marks the messages of a SIM card as read by the candidate. */
export const readAs = (name: string, phone: string): Promise<unknown> => control(`people/${name}/read`, { phone });

/** Ends the session of a SIM card, as the Telegram app can. */
export const endSession = (phone: string): Promise<unknown> => control(`accounts/${phone}/terminate`, {});
