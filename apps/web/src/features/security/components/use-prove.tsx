import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { type Proof, securityQuery } from '../api/security.ts';
import { ProofForm } from './ProofForm.tsx';
import { mayProve } from './SocialAccounts.tsx';

interface ProvedStep<T> {
  title: string;
  submitLabel: string;
  submit: (proof: Proof) => Promise<T>;
}

export function useProve() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  return async <T,>({ title, submitLabel, submit }: ProvedStep<T>): Promise<T | undefined> => {
    try {
      // Another window may have changed the required proof.
      const view = await client.fetchQuery(securityQuery);
      if (!mayProve(view)) {
        showSnackbar({ message: t('noProof'), tone: 'danger', key: 'proof' });
        return undefined;
      }
      return await openModal<T>({
        title,
        content: (close) => (
          <ProofForm
            view={view}
            text={t('proofTitle')}
            submitLabel={submitLabel}
            submit={submit}
            onDone={(done) => close(done)}
            onCancel={() => close()}
          />
        ),
      });
    } catch (error) {
      showError(error);
      return undefined;
    }
  };
}
