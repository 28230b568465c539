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

/** Asks in a dialog for what shows that it is the person, for what others do with it; undefined where they leave it, or have nothing to show. */
export function useProve() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  return async <T,>({ title, submitLabel, submit }: ProvedStep<T>): Promise<T | undefined> => {
    try {
      // What was set up in another window since decides what is asked for.
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
