import { queryOptions } from '@tanstack/react-query';
import type { ErasureView } from '@headwater/contract/privacy';
import { api, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

export async function savePersonalData(profileId: number): Promise<void> {
  await saveFile(await request(`/api/v6/profiles/${profileId}/personal_data/`), `${profileId}.zip`);
}

export const erasureCheck = (profileId: number) =>
  queryOptions({
    queryKey: ['erasure-check', profileId],
    queryFn: () => api.privacy.checkErasure({ id: profileId }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

const pollMs = 1000;

export const erasureProgress = (erasure: ErasureView) =>
  queryOptions({
    queryKey: ['erasure', erasure.id],
    queryFn: async () => {
      const { erasures } = await api.privacy.list({ page: 1, per_page: 100 });
      return erasures.find(({ id }) => id === erasure.id) ?? erasure;
    },
    initialData: erasure,
    refetchInterval: ({ state }) => {
      const isOver = state.data?.stage === 'done' && state.data.systems.every((system) => system.state !== 'waiting');
      return isOver ? false : pollMs;
    },
  });

export const retentionQuery = queryOptions({ queryKey: ['retention'], queryFn: () => api.privacy.retention(), staleTime: 60_000 });

export const retentionPreview = (months: number) =>
  queryOptions({
    queryKey: ['retention-preview', months],
    queryFn: () => api.privacy.previewRetention({ months }),
    staleTime: 10_000,
  });

export const erasuresQuery = queryOptions({ queryKey: ['erasures'], queryFn: () => api.privacy.list({ page: 1, per_page: 10 }) });
