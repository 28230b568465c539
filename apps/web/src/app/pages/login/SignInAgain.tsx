import { SignInSteps } from './SignInSteps.tsx';

/** Sign-in as a dialog over unfinished work; answers who came in. */
export function SignInAgain({ email, onSignedIn }: { email: string; onSignedIn: (userId: number) => void }) {
  return (
    <SignInSteps
      next={undefined}
      email={email}
      onSignedIn={async ({ user }) => {
        if (user) onSignedIn(user.id);
      }}
    />
  );
}
