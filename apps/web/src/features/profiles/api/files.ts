import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc, request } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { profileEventsQuery } from './events.ts';
import { resumesQuery } from './profile.ts';

export const filePreviewQuery = (fileId: number) =>
  queryOptions({ ...orpc.files.preview.queryOptions({ input: { id: fileId } }), staleTime: Infinity, retry: false });

export const fileBytesQuery = (fileId: number) =>
  queryOptions({
    queryKey: ['profiles', 'file-bytes', fileId],
    queryFn: async ({ signal }) => (await request(`/api/files/v1/${fileId}/download/`, { signal })).arrayBuffer(),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

/** FILE-008. */
export function useAttachFile(profileId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      body.append('profile_id', String(profileId));
      await request('/api/files/v1/', { method: 'POST', body });
      sendEvent('File: Upload', { File_Upload_Type: 'Click', Attachments_Count: 1 });
      return file.name;
    },
    onSuccess: () =>
      Promise.all(
        [resumesQuery(profileId).queryKey, profileEventsQuery(profileId).queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export function useRemoveFile(profileId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileId: number) => api.files.remove({ id: fileId }),
    onSuccess: () => client.invalidateQueries({ queryKey: resumesQuery(profileId).queryKey }),
  });
}
