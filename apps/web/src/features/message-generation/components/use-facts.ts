import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';

async function jobOf(candidateId: number, signal: AbortSignal): Promise<string> {
  const { candidates } = await api.candidates.list({ ids: [candidateId] }, { signal });
  const folder = candidates[0]?.folder.id;
  if (folder === undefined) return '';
  const { name, company_name: company, description } = await api.vacancies.get({ id: folder }, { signal });
  return [[name, company].filter(Boolean).join(', '), description].filter(Boolean).join('\n\n').slice(0, 10_000);
}

export function useFacts({ profileId, candidateId }: { profileId: number; candidateId: number | undefined }) {
  const user = useCurrentUser();
  const job = useQuery({
    queryKey: ['job-of-candidate', candidateId],
    queryFn: ({ signal }) => (candidateId === undefined ? '' : jobOf(candidateId, signal)),
    staleTime: 60_000,
  });
  const messages = useQuery(orpc.outreach.list.queryOptions({ input: { profile_id: profileId, created_by: user.id, limit: 20 } }));
  if (job.isPending || messages.isPending) return undefined;
  // Both are optional: the user can enter the job and write a first message.
  const own = (messages.data?.messages ?? []).filter(({ sender, sent_at: sent }) => sender.id === user.id && sent !== null);
  return { job: job.data ?? '', earlier: own[0] };
}
