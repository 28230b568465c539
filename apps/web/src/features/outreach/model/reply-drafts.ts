import type { AttachmentView } from '@headwater/contract/templates';
import type { DraftVariable } from '#features/editor/model/variables.ts';

export interface ReplyDraft {
  subject: string;
  body: string;
  custom_variables: DraftVariable[];
  attachment_ids: AttachmentView[];
}

const listeners = new Set<() => void>();

export function onDraftChange(tell: () => void): () => void {
  listeners.add(tell);
  window.addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', tell);
  };
}

/** Drafts of a user stay in their browser, also after the session ends. */
export const draftKey = (userId: number, profileId: number) => `headwater.reply-draft.${userId}.${profileId}`;

export function storedDraft(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function readDraft(key: string): ReplyDraft | undefined {
  try {
    const { subject, body, custom_variables: variables, attachment_ids: files } = JSON.parse(storedDraft(key) ?? '') as Partial<ReplyDraft>;
    if (typeof subject !== 'string' || typeof body !== 'string') return undefined;
    return { subject, body, custom_variables: variables ?? [], attachment_ids: files ?? [] };
  } catch {
    return undefined;
  }
}

function attempt(act: (storage: Storage) => void): boolean {
  try {
    act(localStorage);
    return true;
  } catch {
    return false;
  }
}

/** False in a browser that stores nothing: leaving a reply needs a confirmation. */
export const keepsDrafts = attempt((storage) => {
  storage.setItem('headwater.reply-draft', '');
  storage.removeItem('headwater.reply-draft');
});

/** Removes an empty draft. */
export function keepDraft(key: string, { subject, body, custom_variables, attachment_ids }: ReplyDraft): void {
  const isEmpty = subject === '' && body === '' && attachment_ids.length === 0;
  attempt((storage) => {
    if (isEmpty) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify({ subject, body, custom_variables, attachment_ids }));
  });
  for (const tell of listeners) tell();
}

/** Beginning of the text of a draft, without markup. */
export function draftPreview(stored: string | null): string {
  if (stored === null) return '';
  try {
    const { subject = '', body = '' } = JSON.parse(stored) as Partial<ReplyDraft>;
    const spaced = body.replaceAll(/<(?:br|\/p|\/li)[^>]*>/gi, '$& ');
    const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? '';
    return (text.replaceAll(/\s+/g, ' ').trim() || subject).slice(0, 200);
  } catch {
    return '';
  }
}
