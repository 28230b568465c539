import { SignInSteps } from './SignInSteps.tsx';

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
