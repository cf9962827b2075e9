import { Page } from './page';
import { Tutorial } from '../features/onboarding/tutorial/tutorial';

export default function TutorialScreen() {
  return (
    <Page title="How to hunt" text="Eight steps, a few minutes, and your first coins.">
      <Tutorial />
    </Page>
  );
}
