import { Page } from './page';
import { SignUpForm } from '../features/auth/sign-up/sign-up-form';
import { TOKENS_NAME } from '../product';

export default function SignUp() {
  return (
    <Page title="Put your name up" text={`A profile lets you add discoveries and earn ${TOKENS_NAME}. It takes two minutes and one code by SMS.`}>
      <SignUpForm />
    </Page>
  );
}
