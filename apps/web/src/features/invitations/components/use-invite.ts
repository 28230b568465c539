import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { type CompanyId, type NewInvitation, useInvitations } from '../api/invitations.ts';

export interface Outcome {
  email: string;
  problem?: string;
}

/** Whether the next addresses would fail, too. */
const blocksNextInvites = ({ status }: ApiError) => status === 0 || status === 401 || status === 429 || status >= 500;

export function useInvite(company: CompanyId) {
  const { invite, refresh } = useInvitations(company);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);

  const inviteAll = async (invitations: readonly NewInvitation[]): Promise<readonly Outcome[]> => {
    const done: Outcome[] = [];
    let stopped: string | undefined;
    setOutcomes([]);
    for (const invitation of invitations) {
      const problem = stopped ?? (await problemOf(invitation));
      done.push({ email: invitation.email, ...(problem === undefined ? {} : { problem }) });
      setOutcomes([...done]);
    }
    await refresh();
    return done;

    async function problemOf(invitation: NewInvitation): Promise<string | undefined> {
      try {
        await invite(invitation);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (blocksNextInvites(error)) stopped = error.message;
        return Object.values(error.fields)[0] ?? error.message;
      }
      return undefined;
    }
  };
  return { inviteAll, outcomes };
}
