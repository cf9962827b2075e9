import { m } from '#messages';
import { Page } from '../app/layout/page';
import { SignUpForm } from '../features/session/sign-up/sign-up-form';
import { TOKENS_NAME } from '../product';

export default function SignUp() {
  return (
    <Page title={m.screens_sign_up_title()} text={m.screens_sign_up_text({ tokens: TOKENS_NAME })}>
      <SignUpForm />
    </Page>
  );
}
