import { Page } from '../app/page';
import { SignInForm } from '../features/auth/sign-in-form';
import { Stencil } from '../ui/stencil';

export default function SignIn() {
  return (
    <Page title="Back to the wall" text="Sign in with a code to your phone or e-mail, or with a passkey.">
      <Stencil className="max-w-lg p-5 sm:p-7"><SignInForm /></Stencil>
    </Page>
  );
}
