import { useSyncExternalStore } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { draftKey, draftPreview, onDraftChange, storedDraft } from '../model/reply-drafts.ts';

export function useDraftPreview(profileId: number): string {
  const key = draftKey(useCurrentUser().id, profileId);
  return draftPreview(useSyncExternalStore(onDraftChange, () => storedDraft(key)));
}
