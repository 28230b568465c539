import { mail } from './product-url.ts';

/** A message on a candidate's phone. */
export interface OnPhone {
  id: number;
  /** Written by the candidate. */
  out: boolean;
  text: string;
  file: { name: string; size: number } | null;
  read: boolean;
  /** The message on the same phone that it answers. */
  reply_to: number | null;
}

async function control<T>(path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${mail}/control/telegram/${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The code that Telegram sent to a phone last. */
export const codeFor = async (phone: string): Promise<string> =>
  (await control<{ code: string }[]>(`codes?phone=${encodeURIComponent(phone)}`))[0]?.code ?? '';

export const onPhoneOf = (name: string): Promise<OnPhone[]> => control(`people/${name}/messages`);

interface Answer {
  phone: string;
  text: string;
  reply_to?: number;
  file?: { name: string; mime_type: string; base64: string };
}

/** The candidate writes to a SIM card. */
export const answerAs = (name: string, answer: Answer): Promise<unknown> => control(`people/${name}/reply`, answer);

/** A person without a dialog writes first. */
export const answerFirst = (name: string, answer: Answer): Promise<unknown> => control(`people/${name}/reply`, { ...answer, makes: true });

/** The candidate changes what they wrote. */
export const editAs = (name: string, id: number, text: string): Promise<unknown> => control(`people/${name}/edit`, { id, text });

/** The candidate puts an emoji below a message, or takes it away (null). */
export const reactAs = (name: string, id: number, emoji: string | null): Promise<unknown> => control(`people/${name}/react`, { id, emoji });

/** The candidate deletes a message for both sides. */
export const deleteAs = (name: string, id: number): Promise<unknown> => control(`people/${name}/delete`, { id });

/** The candidate reads what a SIM card wrote. */
export const readAs = (name: string, phone: string): Promise<unknown> => control(`people/${name}/read`, { phone });

/** Ends the session of a SIM card, as in the app. */
export const endSession = (phone: string): Promise<unknown> => control(`accounts/${phone}/terminate`, {});
