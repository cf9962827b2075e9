import { Page } from './page';
import { SignInForm } from '../features/auth/sign-in-form';
import { Card } from '../ui/card';

export default function SignIn() {
  return (
    <Page title="Back to the wall" text="Sign in with a code to your phone or e-mail, or with a passkey.">
      <Card className="max-w-lg p-5 sm:p-7"><SignInForm /></Card>
    </Page>
  );
}
