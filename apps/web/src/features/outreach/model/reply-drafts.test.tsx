import { expect, it } from 'vitest';
import { draftKey, draftPreview, keepDraft, onDraftChange, readDraft, storedDraft } from './reply-drafts.ts';

const key = draftKey(1, 7);
const draft = { subject: '', body: '<p>Tuesday</p>', custom_variables: [], attachment_ids: [] };

it('[SEND-009] keeps a draft per user and conversation until it is empty', () => {
  let told = 0;
  const end = onDraftChange(() => (told += 1));
  keepDraft(key, draft);
  expect(readDraft(key)).toEqual(draft);
  expect(readDraft(draftKey(2, 7))).toBeUndefined();
  expect(readDraft(draftKey(1, 8))).toBeUndefined();
  keepDraft(key, { ...draft, body: '' });
  expect(readDraft(key)).toBeUndefined();
  expect(told).toBe(2);
  end();
});

it('[SEND-009] previews the text of a draft, else its subject, and ignores a damaged one', () => {
  expect(draftPreview(JSON.stringify({ ...draft, body: '<p>One</p><p>two&nbsp;<b>three</b></p>' }))).toBe('One two three');
  expect(draftPreview(JSON.stringify({ ...draft, subject: 'Hello', body: '' }))).toBe('Hello');
  expect(draftPreview('{')).toBe('');
  localStorage.setItem(key, '{"subject": 5}');
  expect(readDraft(key)).toBeUndefined();
  expect(draftPreview(storedDraft(key))).toBe('');
});
