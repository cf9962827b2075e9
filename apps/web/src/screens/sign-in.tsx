import { m } from '#messages';
import { Page } from '../app/layout/page';
import { SignInForm } from '../features/session/sign-in-form';
import { Card } from '../ui/card';

export default function SignIn() {
  return (
    <Page title={m.screens_sign_in_title()} text={m.screens_sign_in_text()}>
      <Card className="max-w-lg p-5 sm:p-7">
        <SignInForm />
      </Card>
    </Page>
  );
}
